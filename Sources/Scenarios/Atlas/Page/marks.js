// The marks of the timeline: what each row draws between the lanes.

const tip = (x, y, direction, kind) => svg('path', { class: `tip ${kind}`, d: `M${x} ${y}l${-8 * direction} -4v8z` });

/// An arrow from lane to lane, or a loop for an object that deals with itself.
function arrow(from, to, y, kind, end = 'tip') {
  if (from === to) return loop(from, y, kind, end);
  const direction = Math.sign(to - from);
  // A stopped arrow ends before the registrations beside the lane.
  const [start, stop] = [from + 6 * direction, to - (end === 'stop' ? 20 : 5) * direction];
  const line = svg('path', { class: `line ${kind}`, d: `M${start} ${y}H${stop - (end === 'tip' ? 7 : 4) * direction}` });
  return svg('g', {}, line, endOfArrow(stop, y, direction, kind, end));
}

function loop(x, y, kind, end) {
  const line = svg('path', { class: `line ${kind}`, d: `M${x - 5} ${y - 7}h-16q-7 0 -7 7t7 7h8` });
  return svg('g', {}, line, endOfArrow(x - 5, y + 7, 1, kind, end));
}

function endOfArrow(x, y, direction, kind, end) {
  if (end === 'none') return svg('path', { class: `line ${kind}`, d: `M${x - 8 * direction} ${y}H${x}` });
  return end === 'tip' ? tip(x, y, direction, kind) : stopper(x - 4 * direction, y, kind);
}

const stopper = (x, y, kind) => svg('path', { class: `line ${kind}`, d: `M${x} ${y - 6}v12` });

const cross = (x, y) =>
  svg('g', {}, svg('circle', { class: 'ring bad', cx: x, cy: y, r: 7 }),
    svg('path', { class: 'ring bad', d: `M${x - 3} ${y - 3}l6 6m0 -6l-6 6` }));

/// The mediator on the way of a call or an add, beside the lanes that the arrow crosses.
function station(from, to, y, lanes = []) {
  const places = [0.5, 0.36, 0.64, 0.22, 0.78].map((share) => from + (to - from) * share);
  const free = places.find((place) => lanes.every((lane) => Math.abs(lane - place) > 12)) ?? places[0];
  const x = from === to ? from - 28 : free;
  return svg('rect', { class: 'station', x: x - 5, y: y - 5, width: 10, height: 10, rx: 2 });
}

/// Draws a mark of a step. `x` finds a lane, `bar` the place of a registration.
function drawMark(mark, y, x, bar, lanes) {
  const { what, from, to, via, isBad } = mark;
  const [start, end] = [x(from), x(to)];
  const isBetween = start !== undefined && end !== undefined;
  const through = (figure) => (via && isBetween ? svg('g', {}, figure, station(start, end, y, lanes)) : figure);
  switch (what) {
    case 'adds': return isBetween && through(arrow(start, end, y, 'registration'));
    case 'drops': return isBetween && arrow(start, end, y, 'registration dashed', 'stop');
    case 'removes': {
      if (!isBetween) return null;
      const place = bar(mark);
      return through(svg('g', {}, arrow(start, end, y, 'registration', 'none'), place && svg('path', { class: 'line registration', d: `M${place - 5} ${y}h10` })));
    }
    case 'sweeps': return bar(mark) && svg('circle', { class: 'ring', cx: bar(mark), cy: y + 6, r: 5 });
    case 'leftOver': return bar(mark) && cross(bar(mark), y + 6);
    case 'changes': return start !== undefined && svg('circle', { class: 'dot', cx: start, cy: y, r: 6 });
    case 'announces': return start !== undefined && svg('circle', { class: 'dot hollow', cx: start, cy: y, r: 5 });
    case 'looks': return start !== undefined && svg('path', { class: 'look', d: `M${start - 9} ${y}q9 -9 18 0q-9 9 -18 0z` });
    case 'calls': return isBetween && through(arrow(start, end, y, isBad ? 'bad' : 'call'));
    case 'skips': return isBetween && through(arrow(start, end, y, 'skip dashed', 'stop'));
    default: return null;
  }
}

/// The marks of a step that are drawn once: in a row that replaces many steps, one of each kind.
function marksToDraw(step, group) {
  const seen = new Set();
  return step.marks.filter((mark) => {
    const key = [mark.what, group(mark.from ?? ''), group(mark.to ?? ''), step.isFolded ? '' : mark.registration].join('>');
    return !seen.has(key) && seen.add(key);
  });
}
