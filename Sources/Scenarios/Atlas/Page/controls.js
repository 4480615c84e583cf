// Moves from step to step: buttons, keys, slider, play. Chooses the sides, the acts and the era.

const pace = 2600;
let timer = 0;

function stop() {
  clearInterval(timer);
  timer = 0;
  showPlay();
}

function play() {
  if (timer) return stop();
  if (state.step === scale.count) goTo(0);
  const next = () => {
    goTo(state.step + 1);
    if (state.step === scale.count) stop();
  };
  timer = setInterval(next, pace);
  next();
  showPlay();
}

function showPlay() {
  byId('play').setAttribute('aria-label', timer ? 'Pause' : 'Play');
  byId('play').classList.toggle('playing', timer !== 0);
}

function goTo(step) {
  state.step = Math.max(0, Math.min(scale.count, step));
  show();
}

/// A step that the reader chooses ends the play.
function jump(step, side) {
  stop();
  if (side) state.front = side;
  goTo(step);
}

function chooseAct(side, act) {
  stop();
  state.acts[side] = act;
  [state.front, state.step] = [side, 0];
  rebuild(true);
  byId(side).querySelector('.acts [aria-pressed=true]')?.focus();
}

function chooseShown(front, isAlone) {
  stop();
  Object.assign(state, { front, isAlone });
  rebuild(true);
}

function setUpControls() {
  const on = (id, act) => byId(id).addEventListener('click', act);
  on('first', () => jump(0));
  on('back', () => jump(state.step - 1));
  on('play', play);
  on('forward', () => jump(state.step + 1));
  on('last', () => jump(scale.count));
  byId('slider').addEventListener('input', (event) => jump(Number(event.target.value)));
  byId('era').addEventListener('change', (event) => {
    stop();
    state.era = event.target.value;
    rebuild(true);
    byId('era').querySelector(':checked')?.focus();
  });
  byId('shown').addEventListener('change', (event) => {
    const { value } = event.target;
    chooseShown(value === 'both' ? 'raw' : value, value !== 'both');
  });
  document.addEventListener('keydown', onKey);
}

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || byId('picker').open) return;
  if (event.target.matches('input, select, textarea')) return;
  if (event.target.getAttribute('role') === 'tab' && event.key.startsWith('Arrow')) return;
  const moves = {
    ArrowRight: () => jump(state.step + 1), ArrowLeft: () => jump(state.step - 1),
    Home: () => jump(0), End: () => jump(scale.count), '/': openPicker,
    ' ': play,
  };
  if (!moves[event.key] || (event.key === ' ' && event.target.matches('button, summary, a'))) return;
  event.preventDefault();
  moves[event.key]();
}

/// The eras are offered only where they change something.
function showEras() {
  const groups = differingEras(shownSides().map((side) => state.acts[side]));
  byId('era').hidden = groups.length < 2;
  byId('eras').replaceChildren(...groups.map((group) => html('label', {},
    html('input', { type: 'radio', name: 'era', value: group[0], checked: group.includes(state.era) }),
    html('span', {}, systemsOf(group), html('small', {}, group.join(', '))))));
}

function showTabs() {
  const tabs = sides.filter((side) => state.acts[side]).map((side) => html('button', {
    type: 'button', role: 'tab', id: `tab-${side}`, 'aria-controls': side, 'aria-selected': String(side === state.front),
    tabindex: side === state.front ? 0 : -1, onclick: () => chooseTab(side),
    onkeydown: (event) => event.key.startsWith('Arrow') && chooseTab(side === 'raw' ? 'managed' : 'raw'),
  }, capital(state.acts[side].label)));
  byId('tabs').replaceChildren(...tabs);
}

function chooseTab(side) {
  if (!state.acts[side]) return;
  chooseShown(side, state.isAlone);
  byId(`tab-${side}`).focus();
}
