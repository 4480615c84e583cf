// Puts the page together, and shows a step of it.

let scale = null;
let acts = [];
let builtWidth = 0;

/// Rebuilds both sides after another pitfall, act or era is chosen, or the width has changed.
function rebuild(isNew = false) {
  const { pitfall } = state;
  // A rebuilt part is not animated.
  document.body.classList.add('still');
  setTimeout(() => document.body.classList.remove('still'), 100);
  scale = makeScale();
  state.step = Math.min(state.step, scale.count);
  byId('name').textContent = pitfall.id;
  byId('title').textContent = pitfall.title;
  document.title = `${pitfall.id}: ${pitfall.title}. The atlas of observing`;
  document.body.classList.toggle('alone', state.isAlone || shownSides().length === 1);
  for (const side of sides) {
    byId(side).hidden = !shownSides().includes(side);
    byId(side).classList.toggle('front', side === state.front);
    byId(side).replaceChildren();
  }
  const choice = state.isAlone ? state.front : 'both';
  for (const input of byId('shown').querySelectorAll('input')) input.checked = input.value === choice;
  showEras();
  showTabs();
  buildActs();
  showLesson();
  if (isNew) history.pushState(null, '', address());
  noted = location.hash;
  show();
}

function buildActs() {
  builtWidth = innerWidth;
  const runs = Object.values(scale.runs);
  const width = Math.max(...runs.map(({ side }) => byId(side).clientWidth));
  const plans = runs.map((run) => {
    const worlds = worldsOf(run);
    const layout = layOutLanes(run, worlds, timelineWidthIn(width));
    return { run, worlds, layout, heights: rowHeights(run, layout, timelineWidthIn(width)) };
  });
  // The heads of both sides are equally high, and so are the rows: the same row is the same moment.
  const headHeight = Math.max(...plans.map(({ layout }) => layout.headHeight));
  for (const { layout } of plans) {
    for (const head of layout.heads) head.bottom += headHeight - layout.headHeight;
    layout.headHeight = headHeight;
  }
  const places = rowPlaces(plans[0].heights.map((_, row) => Math.max(...plans.map(({ heights }) => heights[row]))));
  acts = plans.map(({ run, worlds, layout }) => makeAct(run, worlds, layout, places, width, (step) => jump(step, run.side)));
  for (const act of acts) {
    const section = byId(act.side);
    section.style.setProperty('--graph', `${graphWidthIn(width)}px`);
    section.style.setProperty('--head', `${headHeight}px`);
    section.classList.toggle('wide', width >= 640);
    section.setAttribute('aria-label', `${act.side}: ${scale.runs[act.side].act.title}`);
    section.replaceChildren(act.head, ...act.content);
  }
  reserveSentences();
  limitTimelines();
}

/// A long timeline scrolls for itself, and ends where the controls begin.
function limitTimelines() {
  for (const { side } of acts) {
    const section = byId(side);
    const top = section.querySelector('.happened').getBoundingClientRect().top + scrollY + 24;
    const least = section.classList.contains('wide') ? 320 : 230;
    section.style.setProperty('--room', `${Math.max(least, innerHeight - top - byId('bar').offsetHeight - 6)}px`);
  }
}

/// Gives the sentences the height of the longest one, so that what is below stays where it is.
function reserveSentences() {
  const longest = (run) => run.rows.reduce((text, step) => (step && step.sentence.length > text.length ? step.sentence : text), opening(run.act));
  const fields = acts.map(({ side }) => byId(side).querySelector('.sentence'));
  acts.forEach(({ side }, index) => { fields[index].textContent = longest(scale.runs[side]); });
  const height = Math.max(...fields.map((field) => field.offsetHeight));
  for (const field of fields) field.style.minHeight = `${Math.min(height, isNarrow() ? 130 : 108)}px`;
}

function showLesson() {
  const { why, fix, card, lesson, lessonTitle } = state.pitfall;
  byId('why').replaceChildren(...withCode(why));
  byId('fix').replaceChildren(...withCode(fix));
  byId('card').textContent = `Lessons/${card}`;
  byId('in-lesson').textContent = `${lesson}, ${lessonTitle}`;
}

function show() {
  const { step } = state;
  const said = acts.map((act) => {
    const sentence = act.show(step);
    return !isNarrow() || act.side === state.front ? `${capital(state.acts[act.side].label)}: ${sentence}` : '';
  });
  byId('spoken').textContent = `Step ${step} of ${scale.count}. ${said.join(' ')}`;
  byId('slider').max = scale.count;
  byId('slider').value = step;
  byId('slider').setAttribute('aria-valuetext', `step ${step} of ${scale.count}`);
  byId('where').textContent = `step ${step} of ${scale.count}`;
  for (const id of ['first', 'back']) byId(id).setAttribute('aria-disabled', String(step === 0));
  for (const id of ['forward', 'last']) byId(id).setAttribute('aria-disabled', String(step === scale.count));
  byId('after').hidden = step < scale.count;
  noteAddress();
}

let isNoting = false;
let noted = location.hash;

/// Keeps the address up to date. Browsers refuse many changes a second, so it follows a held key with a delay.
function noteAddress() {
  if (isNoting) return;
  isNoting = true;
  setTimeout(() => {
    isNoting = false;
    // An address that the reader has entered meanwhile is followed, not overwritten.
    if (location.hash !== noted) return;
    history.replaceState(null, '', address());
    noted = location.hash;
  }, 100);
}

function follow() {
  stop();
  const problems = readAddress(location.hash);
  scale = makeScale();
  if (state.step > scale.count) problems.push(`This run has ${plural(scale.count, 'step')} here. The page shows the last one.`);
  byId('problem').textContent = problems.join(' ');
  byId('problem').hidden = !problems.length;
  rebuild();
}

function showKey() {
  byId('key').append(legendList([...timelineMarks(), ...graphMarks()]));
}

document.body.classList.add('running');
setUpPicker();
setUpControls();
showKey();
addEventListener('hashchange', follow);
addEventListener('resize', () => innerWidth !== builtWidth && rebuild());
follow();
