// Where the lanes of a timeline are, and how high its rows.

const numberWidth = 34;
const lineHeight = 18;

/// A name in lines. A part that is too wide stays whole.
const wrapName = (name, width) => wrap(name, width).filter(Boolean);

/// The names that have a lane: objects and observers.
function laneNames(run, objects) {
  const isObserving = (mark) => ['adds', 'calls', 'skips', 'drops', 'removes'].includes(mark.what);
  const involved = run.picture.steps.flatMap((step) => step.marks).filter(isObserving).flatMap(({ from, to }) => [from, to]);
  const names = [...run.picture.lanes, ...involved].filter((name) => name && objects.get(name)?.role !== 'mediator');
  const group = grouping(run.picture);
  return [...new Set(names.map(group))];
}

/// How many registrations are in force at once, at most, with the objects of each lane. Four are drawn.
function registrationSlots(run, worlds) {
  const group = grouping(run.picture);
  const slots = new Map();
  for (const world of worlds) {
    const counts = new Map();
    for (const { to } of world.registrations.values()) counts.set(group(to), (counts.get(group(to)) ?? 0) + 1);
    for (const [lane, count] of counts) slots.set(lane, Math.max(slots.get(lane) ?? 0, Math.min(4, count)));
  }
  return slots;
}

function layOutLanes(run, worlds, width) {
  const names = laneNames(run, objectsOf(run.picture));
  const slots = registrationSlots(run, worlds);
  const room = names.map((name) => 12 + 6 * (slots.get(name) ?? 0));
  const least = room.reduce((sum, each) => sum + each, 0) + 30 * names.length + 20;
  const laneWidth = names.length ? Math.round(Math.min(width * 0.62, Math.max(least, Math.min(width * 0.5, Math.max(110 * names.length, width * 0.38))))) : 0;
  const gap = (laneWidth - 44 - room.reduce((sum, each) => sum + each, 0)) / Math.max(1, names.length - 1);
  const lanes = new Map();
  let x = names.length === 1 ? laneWidth / 2 : 28;
  names.forEach((name, index) => {
    lanes.set(name, { name, x: Math.round(x), slots: slots.get(name) ?? 0 });
    x += room[index] + gap;
  });
  return { lanes, laneWidth, group: grouping(run.picture), ...layOutHeads([...lanes.values()], laneWidth) };
}

/// Puts the lanes' names above them, in as many levels as they need not to touch.
function layOutHeads(lanes, laneWidth) {
  const heads = [];
  const spacing = lanes.length > 1 ? lanes[1].x - lanes[0].x : laneWidth;
  const levels = [];
  for (const lane of lanes) {
    const lines = wrapName(lane.name, Math.max(92, spacing - 8));
    const width = Math.max(...lines.map((line) => textWidth(line))) + 4;
    const x = Math.min(Math.max(lane.x, width / 2), laneWidth - width / 2);
    let level = 0;
    while (levels[level]?.some((head) => Math.abs(head.x - x) < (head.width + width) / 2 + 4)) level += 1;
    const head = { lane: lane.name, lines, width, x, level };
    (levels[level] ??= []).push(head);
    heads.push(head);
  }
  const heights = levels.map((level) => Math.max(...level.map((head) => head.lines.length)) * 16 + 4);
  const headHeight = heights.reduce((sum, height) => sum + height, 0) + 4;
  for (const head of heads) {
    const below = heights.slice(0, head.level).reduce((sum, height) => sum + height, 0);
    head.bottom = headHeight - below - 6;
  }
  return { heads, headHeight };
}

const onThread = (step) => (step.thread && step.thread !== 'main' ? step.thread.replace(/^a thread without a name$/, 'another thread') : '');

/// The heights that the rows of one run need. A title has four lines at most.
function rowHeights(run, layout, width) {
  layout.textWidth = width - layout.laneWidth - numberWidth - 10;
  const room = layout.textWidth;
  return run.rows.map((step) => {
    if (!step) return 34;
    const thread = onThread(step) ? wrap(`on ${onThread(step)}`, room, 13).length : 0;
    const lines = Math.min(4, wrap(step.title, room).length) + thread;
    return Math.max(34, lines * lineHeight + 8);
  });
}

/// The top, the middle and the bottom of each row.
function rowPlaces(heights) {
  let top = 0;
  return heights.map((height, row) => {
    const own = row === 0 ? 0 : height;
    const place = { top, middle: top + own / 2, bottom: top + own, height: own };
    top += own;
    return place;
  });
}
