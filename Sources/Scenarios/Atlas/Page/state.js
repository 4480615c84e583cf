// What the page shows, and the address that says so:
//   #PITFALL/SIDES/ERA/STEP, such as #LIF-1/raw/classic/7 or #LIF-1/managed.5-raw.2/current/3.
// SIDES names the side in front first. `.2` chooses an act, `-only` shows that side alone.

const state = { pitfall: null, acts: {}, front: 'raw', isAlone: false, era: 'classic', step: 0 };

function choosePitfall(pitfall) {
  state.pitfall = pitfall;
  state.acts = Object.fromEntries(sides.map((side) => [side, defaultAct(pitfall, side)]));
  state.step = 0;
}

const shownSides = () => (state.isAlone ? [state.front] : sides).filter((side) => state.acts[side]);

function address() {
  const other = state.front === 'raw' ? 'managed' : 'raw';
  const part = (side) => {
    const act = state.acts[side];
    return !act || act === defaultAct(state.pitfall, side) ? side : `${side}.${act.number}`;
  };
  let shown = part(state.front);
  if (state.isAlone) shown += '-only';
  else if (part(other).includes('.')) shown += `-${part(other)}`;
  return `#${state.pitfall.id}/${shown}/${state.era}/${state.step}`;
}

/// Reads an address into the state. Returns what could not be understood, in a sentence for each.
function readAddress(hash) {
  const problems = [];
  let words;
  try {
    words = decodeURIComponent(hash.replace(/^#/, '')).split('/');
  } catch {
    words = [hash.slice(1)];
  }
  const [id = '', shown = '', era = '', step = ''] = words;
  const pitfall = pitfallWithId(id);
  if (id && !pitfall) problems.push(`There is no pitfall “${id}”.`);
  choosePitfall(pitfall ?? pitfallWithId('LIF-1') ?? atlas.pitfalls[0]);
  [state.front, state.isAlone, state.era] = ['raw', false, 'classic'];
  if (pitfall) {
    readSides(shown, problems);
    if (eras.includes(era)) state.era = era;
    else if (era) problems.push(`There are no rules “${era}”. The rules are ${eras.join(', ')}.`);
    if (/^\d+$/.test(step)) state.step = Number(step);
    else if (step) problems.push(`“${step}” is not a step.`);
  }
  return problems;
}

function readSides(shown, problems) {
  let isFirst = true;
  for (const part of shown.split('-').filter(Boolean)) {
    const [side, number] = part.split('.');
    if (part === 'only') {
      state.isAlone = true;
    } else if (sides.includes(side) && state.acts[side]) {
      if (isFirst) state.front = side;
      isFirst = false;
      const act = actsOf(state.pitfall, side).find((act) => String(act.number) === number);
      if (act) state.acts[side] = act;
      else if (number !== undefined) problems.push(`${state.pitfall.id} has no act ${number} on the side “${side}”.`);
    } else {
      problems.push(`There is no side “${part}”.`);
    }
  }
}
