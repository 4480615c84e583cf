// Where the boxes of the graph are, for the whole run: the story above, observers left, observed objects right,
// the mediator and the controllers between them.

const storyName = 'the story';

function columnsOf(worlds, group) {
  const objects = worlds.at(-1).objects;
  const [observers, observed, seen] = [new Set(), new Set(), new Set()];
  for (const world of worlds) {
    for (const name of world.life.keys()) seen.add(name);
    for (const { from, to } of world.registrations.values()) {
      observers.add(group(from));
      observed.add(group(to));
    }
  }
  const columns = { left: [], middle: [], right: [] };
  const hasMediator = worlds.some((world) => world.hasMediator);
  const hasMiddle = hasMediator || [...objects.values()].some((object) => object.role === 'controller');
  const add = (column, name) => columns[column].includes(name) || columns[column].push(name);
  if (hasMediator) add('middle', 'mediator');
  for (const name of seen) {
    const box = group(name);
    const isObserver = observers.has(box);
    const isObserved = observed.has(box);
    if (objects.get(name)?.role === 'controller' && !isObserver) add('middle', box);
    else if (isObserver && isObserved) add(observesOnlyItself(worlds, box, group) ? 'left' : hasMiddle ? 'right' : 'middle', box);
    else if (isObserver) add('left', box);
    else if (isObserved) add('right', box);
    else add(columns.left.length > columns.right.length ? 'right' : 'left', box);
  }
  // Observers and observed objects come first, opposite each other.
  columns.left.sort((one, other) => observers.has(other) - observers.has(one));
  columns.right.sort((one, other) => observed.has(other) - observed.has(one));
  // With nothing on the right, the controllers have the place.
  if (!columns.right.length) {
    columns.right = columns.middle.filter((name) => name !== 'mediator');
    columns.middle = columns.middle.filter((name) => name === 'mediator');
  }
  return columns;
}

function observesOnlyItself(worlds, box, group) {
  const own = worlds.flatMap((world) => [...world.registrations.values()]).filter(({ from, to }) => group(from) === box || group(to) === box);
  return own.every(({ from, to }) => from === to);
}

/// Boxes by name: { name, lines, x, y, width, height }, where x and y are the middle.
function layOutBoxes(worlds, group, width) {
  const columns = columnsOf(worlds, group);
  const box = (name, room) => {
    const lines = wrapName(name, room);
    const wide = Math.max(...lines.map((line) => textWidth(line)));
    return { name, lines, width: Math.max(44, wide + 18), height: lines.length * 16 + 14 };
  };
  const used = ['left', 'middle', 'right'].filter((column) => columns[column].length);
  const room = Math.max(60, (width - 40 * (used.length - 1)) / Math.max(1, used.length) - 18);
  const boxes = new Map();
  const made = Object.fromEntries(used.map((column) => [column, columns[column].map((name) => box(name, Math.min(110, room)))]));
  const widest = (column) => Math.max(0, ...(made[column] ?? []).map((each) => each.width));
  const isTight = widest('left') + widest('middle') + widest('right') + 60 > width;
  const tallest = Math.max(30, ...Object.values(made).flat().map((each) => each.height));
  const pitch = Math.max(tallest + 38, 76);
  const centres = { left: widest('left') / 2 + 8, middle: width / 2, right: width - widest('right') / 2 - 8 };
  const top = 112;
  let bottom = top;
  for (const column of used) {
    // Where three boxes have no room side by side, those in the middle are between the rows.
    const shift = column === 'middle' && isTight && used.length === 3 ? Math.max(pitch / 2, tallest + 12) : 0;
    made[column].forEach((each, index) => {
      each.x = centres[column];
      each.y = top + shift + index * Math.max(pitch, isTight && used.length === 3 ? 2 * tallest + 24 : 0);
      bottom = Math.max(bottom, each.y + each.height / 2);
      boxes.set(each.name, each);
    });
  }
  // A mediator alone between self-observers is below the line between them.
  const mediator = boxes.get('mediator');
  if (mediator && used.includes('right') && columns.right.every((name) => /controller/.test(name)) && columns.middle.length === 1) {
    mediator.y = bottom + 84;
    bottom = mediator.y + mediator.height / 2;
  }
  if (boxes.size) boxes.set(storyName, { ...box(storyName, 200), x: width / 2, y: 20 });
  return { boxes, height: boxes.size ? bottom + 30 : 60, width };
}
