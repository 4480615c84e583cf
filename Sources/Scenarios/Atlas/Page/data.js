// The recorded runs, and what to show of a pitfall when the reader has not chosen.

const atlas = JSON.parse(byId('data').textContent);
const sides = ['raw', 'managed'];
const eras = ['classic', 'current'];

/// The systems whose rules these eras are.
function systemsOf(group) {
  if (group.length > 1) return 'all systems';
  return { classic: 'iOS 8 to 10', current: 'from iOS 18' }[group[0]];
}

const pitfallWithId = (id) => atlas.pitfalls.find((pitfall) => pitfall.id.toLowerCase() === id.toLowerCase());

const actsOf = (pitfall, side) => pitfall.acts.filter((act) => act.side === side);

/// The first act of a side, and of the managed side the first one that does not repeat the mistake.
function defaultAct(pitfall, side) {
  const acts = actsOf(pitfall, side);
  return acts.find((act) => !act.sameMistake) ?? acts[0];
}

const pictureOf = (act, era) => atlas.pictures[act.pictures[era]];

/// The eras which differ for these acts, each with the eras that end alike.
function differingEras(acts) {
  const groups = [];
  for (const era of eras) {
    const alike = groups.find((group) => acts.every((act) => act.pictures[group[0]] === act.pictures[era]));
    if (alike) alike.push(era);
    else groups.push([era]);
  }
  return groups;
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const fileName = (path) => path.split('/').at(-1);

/// "the view", but "view 2" and "lateView": as the sentences name objects.
const named = (name) => (/[0-9A-Z]/.test(name) ? name : `the ${name}`);
