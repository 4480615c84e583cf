// Shows recorded runs, step by step. The pictures arrive drawn: this says only which parts of them are visible.
'use strict';
const $ = (id) => document.getElementById(id);
const data = JSON.parse($('data').textContent);
const main = document.querySelector('main');
const narrow = matchMedia('(max-width: 1099px)');
const systems = { classic: 'iOS 8 to 10', current: 'iOS 18 and later' };
const fileName = (path) => path.split('/').at(-1);

// Runs without a pitfall, one or two programs of a reader's own, are shown like a pitfall with an act for each.
document.body.classList.toggle('programs', !data.pitfalls.length);
const names = data.runs.map((run) => fileName(run.source));
const pitfalls = data.pitfalls.length ? data.pitfalls : [{
  id: 'run', title: names.join(' beside '),
  acts: names.map((name, index) => ({
    number: index + 1, side: index ? 'managed' : 'raw', label: names.length > 1 ? name : '', title: '', runs: { classic: index },
  })),
}];

// What is shown: an act for each side, and a moment, which is common to both.
let pitfall, acts, era, moment;
let front = 0;
let sides = [];
/// For each moment, the step that each side has reached.
let moments = [];

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/// The text, with what is between backticks as code.
const withCode = (text = '') => text.split('`').map((part, index) => (index % 2 ? make('code', {}, part) : part));

/// The text without backticks.
const plain = (text) => text.replaceAll('`', '');

const link = (path, text) => make('a', { href: data.root + path, title: path }, text);

// The address: #PITFALL/LEFT ACT/RIGHT ACT/ERA/MOMENT

const actsOf = (pitfall, side) => pitfall.acts.filter((act) => act.side === (side ? 'managed' : 'raw'));

const address = () => `#${[pitfall.id, ...acts.map((act) => act?.number ?? '-'), era, moment].join('/')}`;

function decoded(hash) {
  try { return decodeURIComponent(hash.slice(1)); } catch { return hash.slice(1); }
}

/// Shows what the address says. What it cannot show is replaced, with a message.
function follow() {
  const problems = [];
  const [id, ...words] = location.hash.slice(1).split('/');
  const known = pitfalls.find((each) => each.id.toLowerCase() === id.toLowerCase());
  if (id && !known) problems.push(data.pitfalls.length ? `This page has no pitfall “${id}”.` : `This page has no step “${decoded(location.hash)}”, so it begins at its beginning. An address ends in #run/1/-/classic/5 for step 5.`);
  const [left, right, system = 'classic', at = '0'] = known ? words : [];
  pitfall = known ?? pitfalls[0];
  acts = [left, right].map((number, side) => {
    const all = actsOf(pitfall, side);
    const act = all.find((each) => String(each.number) === number);
    if (number && number !== '-' && !act) problems.push(`${data.pitfalls.length ? pitfall.id : 'This page'} has no ${data.pitfalls.length ? 'act' : 'program'} “${number}” on the ${side ? 'right' : 'left'} side.`);
    return act ?? all.find((each) => !each.sameMistake) ?? all[0];
  });
  era = systems[system] ? system : 'classic';
  if (era !== system) problems.push(`There is no era “${system}”, only classic and current.`);
  rebuild();
  moment = Math.min(Math.max(parseInt(at, 10) || 0, 0), moments.length - 1);
  if (String(moment) !== at) problems.push(`There is no ${unit()} “${at}”; the last one is ${moments.length - 1}.`);
  show();
  $('problem').textContent = problems.join(' ');
}

/// Shows another act or era, from the beginning.
function choose(change) {
  stop();
  change();
  moment = 0;
  history.pushState(null, '', address());
  rebuild();
  show();
}

// Moments

function findMoments() {
  const counts = [0, 1].map((side) => sides[side]?.run.steps.length ?? 0);
  const pair = data.pairs[sides.map((side) => side.index).join('-')] ?? 'l'.repeat(counts[0]) + 'r'.repeat(counts[1]);
  const reached = [0, 0];
  moments = [[0, 0], ...Array.from(pair, (letter) => {
    if (letter !== 'r') reached[0] += 1;
    if (letter !== 'l') reached[1] += 1;
    return [...reached];
  })];
}

const hasStep = (side, at) => at > 0 && moments[at][side] > moments[at - 1][side];

/// The moments to stop at: where one side is visible, only its own.
const stops = () => [...moments.keys()].filter((at) => !at || !narrow.matches || sides.length < 2 || hasStep(front, at));

/// What the stops are called.
const unit = () => (sides.length < 2 || narrow.matches ? 'step' : 'moment');

function move(by) {
  const all = stops();
  const at = all.findLastIndex((each) => each <= moment) + by;
  moment = all[Math.max(0, Math.min(all.length - 1, at))];
  show();
}

// A side

function makeSide(act, side) {
  const element = $('side').content.firstElementChild.cloneNode(true);
  const part = (selector) => element.querySelector(selector);
  const index = act.runs[era] ?? Object.values(act.runs)[0];
  const run = data.runs[index];
  part('b').textContent = act.label;
  part('h2 span').append(...withCode(act.title));
  part('h2').hidden = !act.title && !act.label;
  offerActs(part('h2'), act, side);
  part('.longest').append(...withCode(run.steps.reduce((text, { sentence }) => (sentence.length > text.length ? sentence : text), introduction())));
  for (const name of ['timeline', 'ownership']) {
    const box = part(`.${name}`);
    box.innerHTML = run[name];
    // A picture shrinks no more than can be read, and then scrolls.
    const width = widthOf(box);
    box.firstElementChild.style.minWidth = `${width * shrinking[name]}px`;
    // What the browser cannot know of a box that takes the room that is left.
    box.style.containIntrinsicWidth = `${width}px`;
    box.parentElement.style.setProperty('--height', `${box.firstElementChild.getAttribute('height')}px`);
    box.parentElement.hidden = !box.querySelector('[data-step], [data-from]');
  }
  part('.printed').parentElement.hidden = !run.steps.some(({ printed }) => printed);
  part('.timeline').onclick = ({ target }) => {
    const row = target.closest('.row');
    if (row) jump(moments.findIndex((steps) => steps[side] === Number(row.dataset.step)));
  };
  fillVerdict(part('.verdict'), act, run);
  const rows = [...element.querySelectorAll('.row')];
  const isWrong = (number) => run.steps[number - 1]?.isBad === true || (number === run.steps.length && endingOf(act, run) !== '');
  for (const row of rows) row.classList.toggle('wrong', isWrong(Number(row.dataset.step)));
  return { act, run, index, element, part, rows, isWrong, showSource: makeSource(part, run), reached: 0 };
}

const shrinking = { timeline: 0.8, ownership: 0.7 };
const widthOf = (box) => Number(box.firstElementChild.getAttribute('width'));

/// Without room beside each other, the pictures of a side are one below the other, and then those of the other side as well.
function shareRoom() {
  for (const [name, least] of Object.entries(shrinking)) {
    const boxes = sides.map(({ part }) => part(`.${name}`));
    const width = Math.max(...boxes.map(widthOf));
    for (const box of boxes) box.parentElement.style.flex = `${width} 1 ${width * least}px`;
  }
}

/// The other acts of the side are behind its title.
function offerActs(heading, act, side) {
  const select = heading.lastElementChild;
  const all = actsOf(pitfall, side);
  heading.classList.toggle('choice', all.length > 1);
  select.hidden = all.length < 2;
  select.append(...all.map((each) => make('option', { selected: each === act }, `${each.label}: ${each.title}`)));
  select.onchange = () => {
    choose(() => { acts[side] = all[select.selectedIndex]; });
    main.children[side].querySelector('select').focus();
  };
}

/// What is wrong with the end of a run, in a word or two; empty if nothing is.
function endingOf(act, { ending, leaks, failure }) {
  if (act.right?.includes(era)) return '';
  return ending.dies ? 'Crash' : ending.stopped ? 'Stopped' : failure ? 'Failed' : leaks ? 'Leak' : act.right ? 'Not as wanted' : '';
}

function fillVerdict(list, act, run) {
  const isRight = act.right?.includes(era);
  list.classList.toggle('unwanted', endingOf(act, run) !== '');
  const add = (term, { finds, dies, stopped }, className = '') => {
    list.append(make('dt', {}, term), make('dd', { className }, finds ?? (stopped ? `The program is ${stopped}.` : 'The process dies.')));
    if (dies) list.append(make('dd', { className: `message ${className}` }, dies));
  };
  if (run.wanted) add('Wanted', { finds: run.wanted });
  add(!act.right ? 'The end' : isRight ? 'Found, as wanted' : 'Found', run.ending, act.right || run.ending.dies || run.ending.stopped ? 'found' : '');
  if (run.failure) add('Failed', { finds: run.failure }, 'found');
  if (!act.right && run.leaks) add('Leak', { finds: `Never freed: ${run.leaks.join(', ')}.` }, 'found');
  if (run.expected) add('The catalogue says', run.expected);
}

/// Shows a side at a moment. Returns what is said there.
function showSide(shown, side, at) {
  const { act, run, part, element, rows, isWrong, showSource } = shown;
  const number = moments[at][side];
  shown.reached = Math.max(shown.reached, number);
  const isOver = number === run.steps.length;
  const step = run.steps[number - 1];
  const waits = at > 0 && !hasStep(side, at);
  const text = waits ? `This side has nothing here: ${whereItIs(run, side, at)}` : step?.sentence ?? (side ? 'Nothing has happened yet.' : introduction());
  element.classList.toggle('front', side === front);
  element.classList.toggle('waiting', waits);
  element.classList.toggle('failing', !waits && isWrong(number));
  element.classList.toggle('finished', shown.reached === run.steps.length);
  part('.ending').textContent = isOver && !waits ? endingOf(act, run) : '';
  part('.ending').hidden = !part('.ending').textContent;
  part('.sentence p').replaceChildren(...withCode(text));
  for (const row of rows) {
    const first = Number(row.dataset.step);
    row.classList.toggle('later', first > number);
    // What the reader has not seen yet is not told in advance.
    row.classList.toggle('unread', first > shown.reached);
    row.classList.toggle('now', first <= number && number <= (row.dataset.last ?? first));
  }
  for (const group of element.querySelectorAll('[data-from]')) {
    group.toggleAttribute('hidden', number < group.dataset.from || number > group.dataset.to);
  }
  scrollTo(part('.timeline'), rows.find((row) => row.classList.contains('now')));
  showSource(number);
  showPrinted(part('.printed'), run, number);
  return text;
}

/// What the program has printed up to a step. What it prints in the step is marked.
function showPrinted(box, { steps }, number) {
  box.replaceChildren(...steps.slice(0, number).flatMap(({ printed = [] }, index) => printed.flatMap(({ text, stream, missed }) => [
    make('span', { className: `${stream === 'err' ? 'errors' : ''} ${index === number - 1 ? 'now' : ''}`, title: stream === 'err' ? 'on standard error' : '' }, text),
    missed ? make('small', {}, `… and ${missed} ${missed === 1 ? 'line' : 'lines'} more\n`) : '',
  ])));
  box.scrollTop = box.scrollHeight;
}

function introduction() {
  const labels = acts.filter(Boolean).map(({ label }) => label);
  const what = labels.length > 1 ? `two recorded runs, ${labels.join(' and ')},` : 'a recorded run';
  return `This page replays ${what} step by step. Press → or the play button below, and follow the sentence, the source and the two pictures.`;
}

function whereItIs({ steps, ending }, side, at) {
  const since = moments.findIndex((reached) => reached[side] === moments[at][side]);
  if (moments[at][side] < steps.length) return since ? `it waits at moment ${since}.` : 'it has not begun.';
  return `${ending.dies ? 'its process died' : ending.stopped ? 'it was stopped' : 'it ended'} at moment ${since}.`;
}

/// Scrolls inside the box alone. The names of the lanes cover its upper edge.
function scrollTo(box, row) {
  const [frame, place, lanes] = [box, row ?? box.firstElementChild, box.querySelector('.lanes') ?? row].map((each) => each?.getBoundingClientRect());
  const [above, below] = [place.top - lanes?.bottom, place.bottom - frame.bottom];
  // The marks of the row as well, where the lanes are wider than the box.
  const marks = [...row?.querySelectorAll('path:not(.band)') ?? []].map((mark) => mark.getBoundingClientRect());
  const [left, right] = [Math.min(...marks.map((mark) => mark.left)), Math.max(...marks.map((mark) => mark.right))].map((x) => x - frame.left + box.scrollLeft);
  box.scrollLeft = marks.length ? Math.min(left - 12, right + 12 - box.clientWidth) : 0;
  if (!row) box.scrollTop = 0;
  else if (above < 0) box.scrollTop += above - 30;
  else if (below > 0) box.scrollTop += below + box.clientHeight / 4;
}

/// Repeats what is above the first row, to stay in sight while the rows scroll.
function keepLanes(box) {
  const lanes = box.firstElementChild.cloneNode(true);
  const height = Math.floor(box.querySelector('.row')?.getBBox().y ?? 0);
  lanes.querySelectorAll('.row').forEach((row) => row.remove());
  lanes.classList.add('lanes');
  lanes.setAttribute('aria-hidden', true);
  lanes.setAttribute('viewBox', `0 0 ${lanes.viewBox.baseVal.width} ${height}`);
  lanes.setAttribute('height', height);
  box.append(lanes);
}

// The source

/// Returns what shows the source at a step.
function makeSource(part, run) {
  const list = part('.code');
  const used = new Set(run.steps.flatMap(({ lines, ran }) => [...lines, ...ran].map(String)));
  const item = (line) => list.querySelector(`[data-line="${line}"]`);
  let shown;
  const open = (file, line) => {
    if (file !== shown) list.replaceChildren(...data.sources[data.files[file]].map((text, index) => sourceLine(text, index + 1, used.has(`${file},${index + 1}`))));
    shown = file;
    // A whole line at the top, and the scroll bar below the last one.
    list.style.setProperty('--scrollbar', `${list.offsetHeight - list.clientHeight}px`);
    const above = [...list.querySelectorAll('li')].indexOf(item(line)) - Math.floor(list.clientHeight / 34);
    list.scrollTop = Math.max(0, above) * 17;
  };
  const caller = ([file, line]) => make('button', { onclick: () => { open(file, line); item(line)?.classList.add('ran'); } },
    `${file === shown ? '' : `${fileName(data.files[file])}, `}line ${line}`);
  return (number) => {
    // A step without lines is shown where the run was before; the first steps, where it begins.
    const here = run.steps[number - 1];
    const step = run.steps.slice(0, number).findLast(({ lines }) => lines.length);
    const start = run.steps.find(({ lines }) => lines.length)?.lines[0] ?? [data.files.indexOf(run.source), 1];
    const [[file, line], ...callers] = step?.lines ?? [start];
    open(file, line);
    const path = data.files[file];
    part('.file').replaceChildren(link(path, fileName(path)), step ? `, line ${line}` : '',
      ...callers.flatMap((each, index) => [index ? ', ' : ', called from ', caller(each)]), here?.thread ? `, on ${here.thread}` : '');
    for (const each of list.children) each.classList.remove('here', 'ran');
    for (const [other, ran] of here ? [...here.ran, ...callers] : []) if (other === file) item(ran)?.classList.add('ran');
    if (here?.lines.length) item(line)?.classList.add('here');
  };
}

function sourceLine(text, number, isUsed) {
  const item = make('li', { className: isUsed ? 'used' : '', hidden: /^\s*\/\/ snippet\./.test(text) }, make('i', {}, number), text);
  if (item.hidden) return '';
  item.dataset.line = number;
  return item;
}

// The page

/// Explains the marks of the drawings that are shown, each once.
function fillKeys() {
  [...$('keys').querySelectorAll('ul')].forEach((list, drawing) => {
    const entries = new Set(sides.flatMap(({ run }) => run.keys[drawing]));
    list.innerHTML = [...entries].sort((a, b) => a - b).map((entry) => data.keys[entry]).join('');
    list.hidden = !entries.size;
  });
}

function rebuild() {
  sides = acts.filter(Boolean).map(makeSide);
  shareRoom();
  front = Math.min(front, sides.length - 1);
  findMoments();
  main.replaceChildren(...sides.map(({ element }) => element));
  for (const { part } of sides) keepLanes(part('.timeline'));
  fillKeys();
  document.body.classList.toggle('alone', sides.length < 2);
  $('name').textContent = pitfall.card ? pitfall.id : '';
  $('title').replaceChildren(...withCode(pitfall.title));
  $('tabs').replaceChildren(...sides.map(({ act }, side) => make('button', { onclick: () => { front = side; show(); } }, act.label)));
  $('eras').hidden = !sides.some(({ act }) => new Set(Object.values(act.runs)).size > 1);
  $('era').value = era;
  $('card').hidden = !pitfall.card;
  $('why').replaceChildren(...withCode(pitfall.why));
  $('fix').replaceChildren(...withCode(pitfall.fix));
  $('often').textContent = pitfall.frequency;
  if (pitfall.card) $('links').replaceChildren(link(pitfall.card, `The card of ${pitfall.id}`), link(pitfall.lessonFile, `Lesson ${pitfall.lesson}: ${pitfall.lessonTitle}`));
}

let noting;

function show() {
  const all = stops();
  const at = all.findLastIndex((each) => each <= moment);
  const said = sides.map((side, index) => [side.act.label, showSide(side, index, all[at])].filter(Boolean).join(': '));
  ask();
  const where = `${unit()} ${at} of ${all.length - 1}`;
  $('where').textContent = where;
  $('spoken').textContent = `${where}. ${(narrow.matches ? [said[front]] : said).join(' ')}`;
  $('slider').max = all.length - 1;
  $('slider').value = at;
  $('slider').setAttribute('aria-valuetext', where);
  for (const id of ['first', 'back']) $(id).setAttribute('aria-disabled', at === 0);
  for (const id of ['forward', 'last']) $(id).setAttribute('aria-disabled', at === all.length - 1);
  // A mark of what goes wrong is explained when one is there to be seen.
  const hasFailed = sides.some(({ isWrong, reached }) => Array.from({ length: reached }, (_, index) => index + 1).some(isWrong));
  $('keys').classList.toggle('failed', hasFailed);
  [...$('tabs').children].forEach((tab, side) => tab.setAttribute('aria-pressed', side === front));
  // Browsers refuse many changes of the address in a second, so it follows a held key late. A newer one is kept.
  clearTimeout(noting);
  const { hash } = location;
  noting = setTimeout(() => hash === location.hash && history.replaceState(null, '', address()), 150);
}

// The question

/// The choice that the reader has made for each pitfall.
const chosen = new Map();

/// Asks before the first step, until the reader answers or goes on. What tells the answer comes after that.
function ask() {
  const question = acts.some((act) => act?.number === pitfall.question?.act) && moment === 0 && sides.every(({ reached }) => !reached) ? pitfall.question : null;
  const [text, answers, verdict] = $('question').children;
  const choice = chosen.get(pitfall.id);
  $('question').hidden = !question;
  document.body.classList.toggle('asking', Boolean(question) && !choice);
  document.title = document.body.classList.contains('asking') ? `${pitfall.id}: what will happen?` : plain(pitfall.title);
  if (!question) return;
  text.replaceChildren(...withCode(`What will happen? ${question.text}`));
  answers.replaceChildren(...question.choices.map((each) => {
    const button = make('button', { onclick: () => { chosen.set(pitfall.id, each); ask(); $('question').querySelector('[aria-pressed=true]').focus(); } }, ...withCode(each.text));
    if (each === choice) button.setAttribute('aria-pressed', true);
    return button;
  }));
  const right = question.choices.find(({ isRight }) => isRight);
  const words = !choice ? 'Choose an answer, or press → to see the run.'
    : choice.isRight ? `Yes. ${choice.because} Press → to see it.` : `No. ${choice.because} The answer is: ${right.text} ${right.because} Press → to see it.`;
  verdict.replaceChildren(...withCode(words));
}

// Controls

let timer = 0;

function setTimer(next) {
  clearInterval(timer);
  timer = next;
  const name = timer ? 'Pause' : 'Play';
  $('play').title = `${name} (Space)`;
  $('play').setAttribute('aria-label', name);
  $('play').classList.toggle('playing', timer !== 0);
}

const stop = () => setTimer(0);
const isAtEnd = () => moment >= stops().at(-1);

function play() {
  if (timer) return stop();
  if (isAtEnd()) moment = 0;
  const next = () => { move(1); if (isAtEnd()) stop(); };
  setTimer(setInterval(next, 2000));
  next();
}

// A step that the reader chooses ends the play.
const step = (by) => { stop(); move(by); };
const jump = (at) => { stop(); moment = at; show(); };

const keys = {
  ArrowRight: () => step(1), ArrowLeft: () => step(-1), Home: () => step(-Infinity), End: () => step(Infinity),
  ' ': play, '/': openPicker, '?': () => $('help').classList.toggle('asked'),
};

function onKey(event) {
  const { key, target } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || $('picker').open || target.matches('select')) return;
  if (!keys[key] || (key === ' ' && target.matches('button, a'))) return;
  event.preventDefault();
  keys[key]();
}

// The list of pitfalls

function openPicker() {
  if (pitfalls.length < 2) return;
  stop();
  $('picker').showModal();
  $('words').select();
  find();
}

/// For each word, the text that it is found in; null if one is in none.
function matches(each, words) {
  const texts = [each.id, each.title, ...each.searched.split('\n')].map(plain);
  const found = words.map((word) => [texts.find((text) => text.toLowerCase().includes(word)), word]);
  return found.every(([text]) => text) ? found : null;
}

/// The text around the word, and the word marked. It is cut between words.
function excerpt([text, word]) {
  const at = text.toLowerCase().indexOf(word);
  const start = at > 60 ? text.lastIndexOf(' ', at - 40) + 1 : 0;
  const end = at + word.length;
  const space = text.length > end + 90 ? [text.lastIndexOf(' ', end + 90), text.indexOf(' ', end + 90)].find((space) => space >= end) : undefined;
  return [start ? '… ' : '', text.slice(start, at), make('mark', {}, text.slice(at, end)), text.slice(end, space), space ? ' …' : ''];
}

function find() {
  const words = plain($('words').value).toLowerCase().split(/\s+/).filter(Boolean);
  // An id may begin another: MOD-2 is not to be looked for behind MOD-22.
  const isNamed = (each) => words.includes(each.id.toLowerCase());
  const sorted = [...pitfalls].sort((one, other) => isNamed(other) - isNamed(one));
  const rows = sorted.flatMap((each) => {
    const found = matches(each, words);
    if (!found) return [];
    const reasons = found.filter(([text]) => text !== each.id && text !== plain(each.title)).map((reason) => make('small', {}, ...excerpt(reason)));
    if (!words.length) reasons.push(make('small', {}, `${each.symptoms.join('; ')} (${each.frequency})`));
    const row = make('a', { href: `#${each.id}`, onclick: () => $('picker').close() }, make('b', {}, each.id), make('span', {}, ...withCode(each.title)), ...reasons);
    if (each === pitfall) row.setAttribute('aria-current', true);
    return make('li', {}, row);
  });
  $('found').replaceChildren(...rows);
  $('count').textContent = rows.length ? `${rows.length} of ${pitfalls.length} pitfalls` : 'No pitfall fits. Use fewer or other words.';
}

const on = (id, kind, act) => $(id).addEventListener(kind, act);
on('first', 'click', keys.Home);
on('back', 'click', keys.ArrowLeft);
on('play', 'click', play);
on('forward', 'click', keys.ArrowRight);
on('last', 'click', keys.End);
on('slider', 'input', () => jump(stops()[$('slider').value]));
on('era', 'change', () => choose(() => { era = $('era').value; }));
on('open', 'click', openPicker);
on('close', 'click', () => $('picker').close());
on('words', 'input', find);
on('words', 'keydown', (event) => {
  if (!['Enter', 'Escape'].includes(event.key)) return;
  // Otherwise Enter would also press the button that gets the focus back, and Escape would only empty the field.
  event.preventDefault();
  if (event.key === 'Escape') $('picker').close();
  else $('found').querySelector('a')?.click();
});
document.addEventListener('keydown', onKey);
addEventListener('hashchange', () => { stop(); follow(); });
narrow.addEventListener('change', show);
for (const value of Object.keys(systems)) $('era').append(make('option', { value }, `${systems[value]} (${value})`));
$('orders').hidden = !data.orders;
if (data.orders) $('orders').href = data.orders;
$('open').hidden = $('searching').hidden = pitfalls.length < 2;
document.body.classList.add('running');
follow();
