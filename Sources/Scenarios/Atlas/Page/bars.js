// The bars of the timeline: how long each object lives, and each registration.

/// The rows of a life: of an object, or of all objects that share a lane.
function lifeOf(lane, run, group) {
  const life = { born: null, dying: null, gone: null, leaks: null, count: 0 };
  let open = 0;
  run.rows.forEach((step, row) => {
    for (const { what, from, to } of step?.marks ?? []) {
      const isOwn = from && group(from) === lane;
      if (life.born === null && (isOwn || (to && group(to) === lane))) life.born = row;
      if (!isOwn) continue;
      if (what === 'born') { open += 1; life.count += 1; life.gone = null; }
      if (what === 'dying') life.dying ??= row;
      if (what === 'gone') { open -= 1; if (open <= 0) life.gone = row; }
      if (what === 'leaks') life.leaks = row;
    }
  });
  if (life.count > 1) life.dying = null;
  return life;
}

const rowOf = (run, kind) => run.rows.findIndex((step) => step?.marks.some((mark) => mark.what === kind));

/// Where everything on a side stops: at the death of the process, or at the end of the story.
function endOf(run, places) {
  const [death, end] = [rowOf(run, 'dies'), rowOf(run, 'ends')];
  if (death > 0) return { death, y: places[death].middle + 9 };
  return { death: null, y: end > 0 ? places[end].bottom : places.at(-1).bottom };
}

function drawLife(lane, run, group, places, end) {
  const { x } = lane;
  const life = lifeOf(lane.name, run, group);
  if (life.born === null) return [];
  const bar = (kind, from, to) => svg('rect', { class: kind, x: x - 4, width: 8, rx: 2, y: from, height: Math.max(0, to - from) });
  const top = places[life.born].middle - 9;
  const isAtOnce = life.dying !== null && life.dying === life.gone;
  const dying = life.dying === null ? null : places[life.dying].middle - (isAtOnce ? 9 : 0);
  const gone = life.gone === null ? end.y : places[life.gone].middle + 9;
  const parts = [bar('life', top, dying ?? gone)];
  if (dying !== null) parts.push(bar('dying', dying, gone));
  if (life.gone !== null) parts.push(svg('path', { class: 'line', d: `M${x - 8} ${gone}h16` }));
  if (life.leaks !== null) parts.push(bar('leak', places[life.leaks].top, places.at(-1).bottom));
  return parts;
}

/// The registrations, each with the rows it is in force and its place beside the observed object's lane.
function registrationBars(run, layout, places, end) {
  const bars = new Map();
  const taken = new Map();
  run.rows.forEach((step, row) => {
    for (const { what, to, registration } of step?.marks ?? []) {
      const lane = to && layout.lanes.get(layout.group(to));
      if (!lane || !registration) continue;
      const slots = taken.get(lane.name) ?? [];
      taken.set(lane.name, slots);
      if (what === 'adds') {
        let slot = slots.findIndex((name) => name === null || name === undefined);
        if (slot < 0) slot = Math.min(3, slots.length);
        slots[slot] = registration;
        bars.set(registration, { x: lane.x + 10 + 6 * slot, top: places[row].middle, bottom: end.y });
      } else if (what === 'removes' || what === 'sweeps') {
        const bar = bars.get(registration);
        if (bar) bar.bottom = places[row].middle + (what === 'sweeps' ? 6 : 0);
        const slot = slots.indexOf(registration);
        if (slot >= 0) slots[slot] = null;
      } else if (what === 'leftOver' && bars.has(registration)) {
        bars.get(registration).bottom = places[row].middle + 6;
      }
    }
    // A registration ends with an object that is deallocated silently.
    for (const { what, from } of step?.marks ?? []) {
      if (what !== 'gone') continue;
      const lane = layout.lanes.get(layout.group(from));
      if (!lane || layout.group(from) !== from) continue;
      for (const name of taken.get(lane.name) ?? []) if (name) bars.get(name).bottom = places[row].middle + 9;
      taken.set(lane.name, []);
    }
  });
  return bars;
}
