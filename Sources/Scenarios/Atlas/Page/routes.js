// How the arrows of the graph run. Each is a curve that bends as little as it can, and avoids boxes and other arrows.

const bends = [0, 16, -16, 30, -30, 48, -48, 70, -70, 96, -96, 124, -124];

/// In how many points a curve is looked at.
const samples = 14;

const pointOn = ({ start, control, end }, t) => ({
  x: (1 - t) ** 2 * start.x + 2 * t * (1 - t) * control.x + t * t * end.x,
  y: (1 - t) ** 2 * start.y + 2 * t * (1 - t) * control.y + t * t * end.y,
});

/// The point where the line from `origin`, inside a box, to `target` leaves the box.
function borderOf(box, origin, target, margin) {
  const [dx, dy] = [target.x - origin.x, target.y - origin.y];
  const share = (d, centre, half, start) => (d ? (centre + Math.sign(d) * (half + margin) - start) / d : Infinity);
  const least = Math.min(share(dx, box.x, box.width / 2, origin.x), share(dy, box.y, box.height / 2, origin.y), 0.95);
  return { x: origin.x + dx * least, y: origin.y + dy * least };
}

function curveBetween(from, to, bend) {
  if (from === to) return loopAt(from, bend);
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [nx, ny] = [(from.y - to.y) / length, (to.x - from.x) / length];
  const control = { x: (from.x + to.x) / 2 + nx * bend * 2, y: (from.y + to.y) / 2 + ny * bend * 2 };
  // Arrows between the same boxes leave them side by side.
  const shift = Math.max(-12, Math.min(12, bend / 2.5));
  const origin = (box) => ({ x: box.x + nx * shift, y: box.y + ny * shift });
  return { start: borderOf(from, origin(from), control, 2), control, end: borderOf(to, origin(to), control, 3) };
}

/// A loop above a box that refers to itself, or below it.
function loopAt(box, bend) {
  const below = bend > 0 ? 1 : -1;
  const reach = 34 + Math.abs(bend) / 2;
  return {
    start: { x: box.x - 12, y: box.y + (box.height / 2 + 2) * below },
    control: { x: box.x, y: box.y + (box.height / 2 + reach) * below },
    end: { x: box.x + 12, y: box.y + (box.height / 2 + 3) * below },
  };
}

function costOf(curve, bend, edge, boxes, routed, size) {
  let cost = Math.abs(bend) * 0.25;
  for (let index = 1; index < samples; index += 1) {
    const point = pointOn(curve, index / samples);
    if (point.x < 4 || point.x > size.width - 4 || point.y < 2 || point.y > size.height - 4) cost += 100;
    for (const box of boxes.values()) {
      const isOwn = box.name === edge.from || box.name === edge.to;
      const margin = isOwn ? -2 : 6;
      const isInside = Math.abs(point.x - box.x) < box.width / 2 + margin && Math.abs(point.y - box.y) < box.height / 2 + margin;
      if (isInside) cost += isOwn ? 7 : 70;
    }
    for (const other of routed) if (other.points.some((each) => (each.x - point.x) ** 2 + (each.y - point.y) ** 2 < 80)) cost += 5;
  }
  return cost;
}

/// Gives each edge its curve, one after the other, and its label a place of its own.
function routeEdges(edges, layout) {
  const routed = [];
  for (const edge of edges) {
    const [from, to] = [layout.boxes.get(edge.from), layout.boxes.get(edge.to)];
    if (!from || !to) continue;
    const choices = bends.map((bend) => ({ bend, curve: curveBetween(from, to, bend) }));
    for (const choice of choices) choice.cost = costOf(choice.curve, choice.bend, edge, layout.boxes, routed, layout);
    const { curve } = choices.reduce((best, choice) => (choice.cost < best.cost ? choice : best));
    const points = Array.from({ length: samples + 1 }, (_, index) => pointOn(curve, index / samples));
    routed.push({ ...edge, curve, points });
  }
  const labels = [];
  for (const edge of routed) if (edge.label) edge.labelPlace = placeForLabel(edge, layout, routed, labels);
  return routed;
}

const labelShifts = (width) => [
  [0, 15], [0, -15], [width / 2 + 6, 0], [-width / 2 - 6, 0], [width / 2, 10], [-width / 2, 10], [width / 2, -10], [-width / 2, -10],
  [0, 24], [0, -24], [0, 0],
];

function placeForLabel(edge, layout, routed, labels) {
  const [width, height] = [textWidth(edge.label, 13) + 6, 17];
  let best = null;
  for (const t of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]) {
    const { x, y } = pointOn(edge.curve, t);
    for (const [dx, dy] of labelShifts(width)) {
      const place = { x: Math.min(Math.max(x + dx, width / 2 + 2), layout.width - width / 2 - 2), y: y + dy, width, height };
      const boxes = [...layout.boxes.values()].map((box) => ({ ...box, y: box.y + 9, height: box.height + 18 }));
      if ([...boxes, ...labels].some((other) => touch(place, other)) || place.y < 10 || place.y > layout.height - 8) continue;
      const crossings = routed.filter((other) => other !== edge && other.points.some((point) => touch(place, { ...point, width: 0, height: 0 }))).length;
      const own = edge.points.some((point) => touch(place, { ...point, width: 0, height: 0 })) ? 3 : 0;
      // Below a box is room for what becomes of it, such as "still observed", which can be wider than the box.
      const captions = boxes.filter((box) => touch(place, { x: box.x, y: box.y + box.height / 2, width: 104, height: 22 })).length;
      const cost = 2 * crossings + 1.5 * captions + own + Math.abs(t - 0.5) + Math.hypot(dx, dy) / 200;
      if (!best || cost < best.cost) best = { ...place, cost };
    }
  }
  if (best) labels.push(best);
  return best;
}

const touch = (one, other) =>
  Math.abs(one.x - other.x) < (one.width + other.width) / 2 && Math.abs(one.y - other.y) < (one.height + other.height) / 2;
