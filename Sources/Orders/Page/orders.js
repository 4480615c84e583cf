// Plays what was played before: the orders arrive with what happened in each, and the page adds nothing to that.
'use strict';
const $ = (id) => document.getElementById(id);
const data = JSON.parse($('data').textContent);
const systems = { classic: 'iOS 8 to 10', current: 'iOS 18 and later' };
const endings = data.endings.map(({ name }) => name);
const goals = { dies: 'make it die', hangs: 'make it hang', exits: 'make it exit', breaks: 'break a check', leaks: 'make it leak', misses: 'make it lose a change', twice: 'call the view twice for one change', late: 'call the view after it stopped', well: 'let it end well' };
const faults = { m: 'misses', t: 'twice', l: 'late' };

// The position. The tree of a plan has a node for each beginning of an order.
let story, style, era, goal;
let made = '';
let asks = false;
/// What the reader did last, where the rest of the page does not say it.
let remark = '';

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/// The text, with what is between backticks as code.
const withCode = (text = '') => text.split('`').map((part, index) => (index % 2 ? make('code', {}, part) : part));

const plansOf = (name) => data.plans.filter((plan) => plan.story === name);
const plan = () => plansOf(story.name).find((each) => each.style === style && each.era === era);
const stylesOf = (name) => [...new Map(plansOf(name).map((each) => [each.style, each.styleTitle]))];
const goalsOf = (name) => Object.keys(goals).filter((each) => plansOf(name).some((one) => grown(one).reached[each]));
const lineOf = (letter) => plan().moves.find((move) => move.letter === letter).line;

// The tree

const trees = new Map();

function grown(one) {
  if (!trees.has(one)) trees.set(one, grow(one));
  return trees.get(one);
}

/// A node has the state, what was heard, the nodes of the lines that can follow, how many orders begin so, how many of
/// these end in which way, and in how many of them what happens.
function grow({ orders, states, messages, causes, deaths, moves }) {
  const letters = moves.map(({ letter }) => letter).join('');
  const line = new RegExp(`([${letters}])(?:!(\\d+)|(\\d\\d)(.)(${/\d/.test(letters) ? '\\d' : '\\d+'}))`, 'g');
  const seed = (properties) => ({ next: {}, count: 0, ends: {}, reached: {}, ...properties });
  const root = seed({ state: states[0], calls: 0 });
  root.par = {};
  for (const order of orders) {
    const path = [root];
    const happened = {};
    const [steps, end] = order.split('~');
    for (const [, letter, message, number, heard, calls] of steps.matchAll(line)) {
      const last = path.at(-1);
      path.push(last.next[letter] ??= message
        ? seed({ letter, message: messages[message], cause: causes[message], how: deaths[message] })
        : seed({ letter, state: states[Number(number)], heard: faults[heard], calls: Number(calls), new: calls - last.calls }));
      if (faults[heard]) happened[faults[heard]] ??= path.length - 1;
    }
    const [last, length] = [path.at(-1), path.length - 1];
    if (last.message) happened[last.how] = length;
    else if (end) [last.message, last.how] = [messages[end.slice(1)], deaths[end.slice(1)]];
    else if (end === '') happened.leaks = length;
    if (end) happened[last.how] = length;
    last.ending = endings.find((each) => happened[each]) ?? 'well';
    if (last.ending === 'well') happened.well = length;
    for (const node of path) {
      node.count += 1;
      node.ends[last.ending] = (node.ends[last.ending] ?? 0) + 1;
      for (const each in happened) node.reached[each] = (node.reached[each] ?? 0) + 1;
    }
    for (const each in happened) root.par[each] = Math.min(root.par[each] ?? Infinity, happened[each]);
  }
  return root;
}

/// The nodes from the beginning to the present one.
const path = () => [...made].reduce((nodes, letter) => [...nodes, nodes.at(-1).next[letter]], [grown(plan())]);

/// The number of the line with which the goal was reached; 0 if it was not.
const reachedAt = (nodes) => Math.max(0, nodes.findIndex((node) => node.heard === goal || node.ending === goal || node.how === goal));

/// As many of these letters as can be made now, in a row.
function playable(letters) {
  let node = grown(plan());
  let count = 0;
  while (node.next[letters[count]]) node = node.next[letters[count++]];
  return letters.slice(0, count);
}

/// Why a line cannot be made; null if it can.
function obstacle(letter, node) {
  if (node.next[letter]) return null;
  if (node.message) return 'the process has ended';
  if (node.ending) return story.isFile ? 'the order is over' : 'the order is over: every owner has let go';
  if (story.isFile) {
    if (made.includes(letter)) return 'it has run: each line runs once';
    const { after, needs } = plan().moves.find((move) => move.letter === letter);
    const first = after.find((each) => !made.includes(each));
    return first ? `it comes after \`${lineOf(first)}\`` : `${needs.map((need) => `\`${need}\``).join(' or ')} is nil`;
  }
  const letters = plan().moves.map((move) => move.letter);
  const lives = [...node.state.code.slice(0, 2)].map((fate) => 'ok'.includes(fate));
  const bits = [...letters.map((each) => made.includes(each)), ...lives];
  const row = story.obstacles[bits.reduce((sum, bit, index) => sum + (bit ? 2 ** index : 0), 0)];
  return story.reasons[row[letters.indexOf(letter)]];
}

// Words

const listed = (words) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`);
const verb = (name, count) => data.endings.find((each) => each.name === name)[count === 1 ? 'one' : 'many'];

const whole = (count, noun = '') => (count === 1 ? `the only ${noun ? 'order' : 'one'}` : `${count === 2 ? 'both' : `all ${count}`}${noun}`);

/// `all 110 orders end well`, or `18 die and 34 end well`.
function ends(node, noun = '') {
  const all = endings.filter((each) => node.ends[each]);
  if (all.length > 1) return listed(all.map((each) => `${node.ends[each]} ${verb(each, node.ends[each])}`));
  return `${whole(node.count, noun)} ${verb(all[0], node.count)}`;
}

/// `18 of 52 orders do it`.
const doing = (some, all, which = '') => (some === all ? `${whole(all, ' orders')}${which} ${all === 1 ? 'does' : 'do'} it` : `${some} of ${all} orders${which} ${some === 1 ? 'does' : 'do'} it`);
const sentence = (text) => text && `${text[0].toUpperCase()}${text.slice(1)}`;

const isLost = (node) => !node.ends.well;

/// What followed a line: what is wrong, and the rest.
function followed(node) {
  if (node.message) return [`${{ dies: 'the process dies', hangs: 'the line hangs', exits: 'the program exits', breaks: 'a check does not hold' }[node.how]}: ${node.cause ?? (story.isFile ? node.message.split('\n')[0] : 'for an unknown reason')}`, ''];
  const times = node.new === 2 ? 'twice' : `${node.new} times`;
  const wrong = { misses: 'a call is missing', twice: `called ${times} for one change`, late: 'called after the stop' }[node.heard];
  const called = story.isFile ? (wrong || !node.new ? '' : node.new > 1 ? `called ${times}; ` : 'called; ') : !'12'.includes(node.letter) || wrong ? '' : node.new > 1 ? 'both parts are called; ' : node.new ? 'called; ' : 'no call was asked for; ';
  const leak = node.ending === 'leaks' ? ['a leak'] : [];
  return [listed([...(wrong ? [wrong] : []), ...leak]), `${called}${node.state.words}`];
}

/// What is said about the goal.
function verdict(nodes) {
  const [root, node, at] = [nodes[0], nodes.at(-1), reachedAt(nodes)];
  const [ways, isOver] = [root.reached[goal] ?? 0, Boolean(node.ending)];
  const lines = (count) => (count === 1 ? '1 line' : `${count} lines`);
  if (at) {
    const best = at === root.par[goal] ? 'That is par: no order does it in fewer.' : `Par is ${root.par[goal]}.`;
    return ['reached', `Goal reached in ${lines(at)}.`, `${best} ${sentence(doing(ways, root.count))}.`];
  }
  if (asks && !ways) return ['none', `There is no way: ${Object.keys(root.ends).length > 1 ? `of ${root.count} orders, ` : ''}${ends(root, ' orders')}.`, ''];
  if (asks && !node.reached[goal]) return ['none', 'From here there is no way.', `${sentence(whole(node.count, ' orders'))} that ${node.count === 1 ? 'begins so misses' : 'begin so miss'} the goal. Undo a line.`];
  if (asks) return ['', 'There is a way.', `${sentence(doing(node.reached[goal], node.count, made && (node.count === 1 ? ' that begins so' : ' that begin so')))}; par is ${root.par[goal]}.`];
  if (isOver) return ['', 'Goal not reached.', 'Undo a line, restart, or ask whether there is a way.'];
  return ['', '', made ? `${node.count === 1 ? '1 order begins' : `${node.count} orders begin`} so.` : 'Run the lines in any order.'];
}

// Drawing

function draw() {
  const nodes = path();
  const node = nodes.at(-1);
  for (const [id, value] of [['stories', story.name], ['styles', style], ['eras', era], ['goals', goal]]) {
    for (const button of $(id).children) button.setAttribute('aria-pressed', button.value === value);
  }
  $('par').textContent = reachedAt(nodes) || (asks && nodes[0].par[goal]) ? `par ${nodes[0].par[goal]}` : asks ? 'no way' : 'par ?';
  drawStatus(nodes);
  [...$('lines').children].forEach((item, index) => drawLine(item.firstChild, plan().moves[index], node, reachedAt(nodes) > 0));
  for (const id of ['undo', 'restart']) $(id).setAttribute('aria-disabled', !made);
  $('ways').setAttribute('aria-pressed', asks);
  drawWorld(nodes);
  drawMade(nodes);
  const { classes } = plan();
  $('classes').hidden = !classes.length;
  $('classes').firstChild.textContent = classes.filter((line) => /^\S.*class /.test(line)).length > 1 ? 'The classes behind these lines' : 'The class behind these lines';
  $('classes').lastChild.textContent = classes.join('\n');
  remark = '';
}

function drawStatus(nodes) {
  const node = nodes.at(-1);
  const [kind, main, rest] = verdict(nodes);
  const [wrong, state] = made ? followed(node) : ['', ''];
  const said = (text) => text && `${sentence(text)}. `;
  const over = node.ending && !node.message ? 'The order is over. ' : '';
  $('status').className = kind;
  $('status').replaceChildren(make('div', {}, ...withCode(remark && `${remark} `), ...(made ? ['Line ', `${made.length}: `] : []), make('span', { className: 'bad' }, said(wrong)), said(state), over),
    make('div', {}, make('strong', {}, main ? `${main} ` : said(goals[goal])), rest));
}

function drawLine(button, { letter, line }, node, isReached) {
  const [next, reason] = [node.next[letter], obstacle(letter, node)];
  const note = button.lastChild;
  button.setAttribute('aria-disabled', !next);
  button.children[1].textContent = line;
  note.replaceChildren();
  if (!next) note.append(...(made.includes(letter) ? [`line ${made.indexOf(letter) + 1} of your order`] : withCode(reason)));
  else if (asks) {
    const bar = make('span', { className: 'bar' }, ...endings.filter((each) => next.ends[each]).map((each) => make('i', { className: each, style: `flex: ${next.ends[each]}` })));
    bar.setAttribute('aria-hidden', true);
    // The goal may be reached on the way to another end.
    const reached = next.reached[goal] ?? 0;
    const extra = isReached || reached === (next.ends[goal] ?? 0) ? '' : `; ${reached === next.count ? 'all' : reached} reach the goal`;
    note.append(make('span', { className: 'futures' }, bar, make('span', {}, ends(next) + extra)));
  }
}

function drawMade(nodes) {
  const point = asks ? nodes.findIndex(isLost) : -1;
  const rows = nodes.slice(1).map((node, index) => {
    const [wrong, state] = followed(node);
    const what = make('small', {}, make('span', { className: 'bad' }, wrong), wrong && state ? '; ' : '', state);
    const row = make('li', {}, make('span', { className: 'number' }, index + 1), make('div', {}, make('span', { className: 'code' }, lineOf(node.letter)), what));
    if (node.message) row.lastChild.append(make('pre', {}, node.message));
    if (index + 1 === point) row.lastChild.append(make('span', { className: 'point' }, node.ending ? 'Lost: this is the end.' : `Lost: ${whole(node.count, ' orders')} that ${node.count === 1 ? 'begins so ends' : 'begin so end'} badly.`));
    return row;
  });
  $('made').replaceChildren(...(rows.length ? rows : [make('li', { className: 'empty' }, 'No line has run.')]));
}

/// The objects, their owners and the registrations, as far as the state says so.
function drawWorld(nodes) {
  const dead = Boolean(nodes.at(-1).message);
  const { words, objects, registrations } = nodes.findLast((node) => node.state).state;
  const parts = [];
  const fates = { owned: '', kept: 'kept alive, without an owner', adrift: 'no variable leads there', freed: 'freed' };
  // Two objects stand at the sides, with room for the registrations between them.
  const at = objects.map((_, index) => (objects.length === 1 ? 230 : 98 + index * (objects.length === 2 ? 264 : 200)));
  const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const pairs = {};
  for (const { observer, object, label } of registrations) {
    const kind = observer === object ? 'itself' : observer === null || observer === undefined ? 'gone' : 'other';
    const key = `${observer} ${object}`;
    const number = (pairs[key] = (pairs[key] ?? -1) + 1);
    const text = escaped(label ?? 'registration');
    if (kind === 'itself' || kind === 'gone') {
      const x = at[object] + 62;
      parts.push(`<path class="registration" d="M${x} ${74 - number * 6}h38v${36 + number * 12}h-26"/><path class="registration head" d="M${x + 1} ${110 + number * 6}l14 -7v14z"/><text class="registration" x="${x + 88}" y="97">${text}</text>`);
      if (kind === 'gone') parts.push(`<path class="cross" d="M${x + 32} ${86}l12 12m0 -12l-12 12"/>`);
      continue;
    }
    const count = registrations.filter((each) => each.observer === observer && each.object === object).length;
    const [from, to] = [at[object], at[observer]];
    const side = from > to ? -1 : 1;
    const y = 92 + (number - (count - 1) / 2) * 34;
    const [start, end] = [from + side * 64, to - side * 64];
    parts.push(`<path class="registration" d="M${start} ${y}H${end - side * 12}"/><path class="registration head" d="M${end} ${y}l${-side * 14} -7v14z"/><text class="registration" x="${(start + end) / 2}" y="${y - 6}">${text}</text>`);
    if (objects[observer].fate === 'freed') parts.push(`<path class="cross" d="M${end} ${y - 6}l12 12m0 -12l-12 12"/>`);
  }
  objects.forEach(({ name, fate }, index) => {
    const x = at[index];
    if (fate === 'owned') parts.push(`<text class="small" x="${x}" y="16">${story.isFile ? 'variable' : 'owner'}</text><path class="line" d="M${x} 22V54"/><path class="head" d="M${x} 60l-4 -9h8z"/>`);
    parts.push(`<rect class="box ${{ kept: 'kept', adrift: 'kept', freed: 'freed' }[fate] ?? ''}" x="${x - 62}" y="60" width="124" height="64" rx="8"/>
      <text x="${x}" y="97"${fate === 'freed' ? ' class="small"' : ''}>${escaped(name)}</text><text class="small" x="${x}" y="143">${fates[fate]}</text>`);
  });
  $('world').setAttribute('viewBox', `0 0 ${Math.max(460, (at.at(-1) ?? 0) + 98)} 150`);
  $('world').innerHTML = parts.join('');
  $('state').textContent = `${dead ? 'before the process ended: ' : ''}${words}`;
  $('world').setAttribute('aria-label', $('state').textContent);
}

// Choosing

function offer(id, options, choose) {
  $(id).replaceChildren(...options.map(([value, text]) => make('button', { value, onclick: () => { choose(value); note(true); } }, text)));
}

/// Another style or other rules: the lines that were made are made there, as far as they can be.
function compare(change, name) {
  const before = made;
  change();
  made = playable(before);
  if (before) remark = made === before ? `The same lines, ${name}.` : `Here line ${made.length + 1} cannot run as before, so your order ends earlier.`;
}

/// What depends on the story alone is made anew with it, and nothing else: a button keeps the focus.
function rebuild() {
  offer('styles', stylesOf(story.name), (value) => compare(() => { style = value; }, stylesOf(story.name).find(([each]) => each === value)[1]));
  offer('goals', goalsOf(story.name).map((each) => [each, goals[each]]), (value) => { goal = value; });
  $('lines').replaceChildren(...plan().moves.map(({ letter }, index) => {
    const button = make('button', { onclick: () => run(letter) }, make('kbd', {}, index + 1), make('span', { className: 'code' }), make('span', { className: 'note' }));
    button.setAttribute('aria-keyshortcuts', index + 1);
    return make('li', {}, button);
  }));
  $('last').textContent = plan().moves.length;
}

function choose(name) {
  story = data.stories.find((each) => each.name === name);
  made = '';
  if (!plan()) style = stylesOf(name)[0][0];
  if (!goalsOf(name).includes(goal)) [goal] = goalsOf(name);
  rebuild();
}

function run(letter) {
  const node = path().at(-1);
  if (node.next[letter]) made += letter;
  else remark = `\`${lineOf(letter)}\` cannot run: ${obstacle(letter, node)}.`;
  note();
}

// The address: #STORY/STYLE/ERA/GOAL/LETTERS, and /ways if their futures are shown.

const address = () => `#${[story.name, style, era, goal, made, ...(asks ? ['ways'] : [])].join('/')}`;

function note(isChoice = false) {
  history[isChoice ? 'pushState' : 'replaceState'](null, '', address());
  draw();
}

/// Shows what an address says. What it cannot show is replaced, with a message.
function follow(place) {
  const problems = [];
  const known = (word, all, what, otherwise) => {
    if (word && !all.includes(word)) problems.push(`The address names ${what} “${word}”, which is not here.`);
    return all.includes(word) ? word : otherwise ?? all[0];
  };
  const words = place.slice(1).split('/');
  const name = known(words[0], data.stories.map((each) => each.name), 'a story');
  // Without the story, the rest has no meaning.
  if (problems.length) words.length = 1;
  style = known(words[1], stylesOf(name).map(([each]) => each), 'a style');
  era = known(words[2], Object.keys(systems).filter((each) => data.plans.some((one) => one.era === each)), 'an era');
  choose(name);
  goal = known(words[3], goalsOf(name), 'a goal');
  made = playable(words[4] ?? '');
  if (words[4] && made !== words[4]) problems.push(`The address has the lines “${words[4]}”, of which ${made.length || 'none'} can run in this order.`);
  asks = words[5] === 'ways';
  if (words.length > 6 || (words[5] && !asks)) problems.push('The address goes on after the lines.');
  remark = problems.join(' ');
  note();
}

const act = {
  undo: () => { if (made) remark = `Line ${made.length} is undone.`; made = made.slice(0, -1); note(); },
  restart: () => { if (made) remark = 'From the beginning.'; made = ''; note(); },
  ways: () => { asks = !asks; note(); },
};
const keys = { Backspace: act.undo, r: act.restart, w: act.ways, '?': () => { $('help').classList.toggle('asked'); $('help').scrollIntoView({ block: 'nearest' }); } };

for (const id in act) $(id).onclick = act[id];
document.addEventListener('keydown', (event) => {
  // Browsers refuse many changes of the address in a second, as a held key would make.
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
  const line = /^[1-9]$/.test(event.key) && plan().moves[event.key - 1];
  const perform = line ? () => run(line.letter) : keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!perform) return;
  event.preventDefault();
  perform();
});
addEventListener('hashchange', () => follow(location.hash));
offer('stories', data.stories.map(({ name, title }) => [name, title]), choose);
offer('eras', Object.entries(systems).filter(([each]) => data.plans.some((one) => one.era === each)), (value) => compare(() => { era = value; }, systems[value]));
document.body.classList.add('running');
follow(location.hash);
