// Long runs repeat themselves. If a few steps repeat, the first and the last time are shown, and the times between
// them become one step.

const shortest = 60;

/// Two steps are alike if they differ in numbers only.
const shape = (step) => step.title.replace(/"[^"]*"/g, '').replace(/\s*\d+/g, '').replace(/\bthe /g, '');

/// How often the `length` steps from `start` on come, one time after the other.
function repeats(shapes, start, length) {
  let end = start + length;
  while (end < shapes.length && shapes[end] === shapes[end - length]) end += 1;
  return Math.floor((end - start) / length);
}

function fold(steps) {
  if (steps.length <= shortest) return steps;
  const shapes = steps.map(shape);
  const folded = [];
  let index = 0;
  while (index < steps.length) {
    let best = null;
    for (let length = 1; length <= 8; length += 1) {
      const times = repeats(shapes, index, length);
      if (times >= 4 && times * length > (best ? best.times * best.length : 7)) best = { length, times };
    }
    if (!best) {
      folded.push(steps[index]);
      index += 1;
      continue;
    }
    const end = index + best.length * best.times;
    folded.push(...steps.slice(index, index + best.length));
    folded.push(joined(steps.slice(index + best.length, end - best.length), best));
    folded.push(...steps.slice(end - best.length, end));
    index = end;
  }
  return folded;
}

function joined(steps, { length, times }) {
  const last = steps.at(-1);
  const count = times - 2;
  const what = length === 1 ? 'the last step' : `the last ${length} steps`;
  return {
    title: `the same, ${plural(count, 'more time')}`,
    sentence: `The run repeats ${what} ${plural(count, 'more time')}. This row replaces ${plural(steps.length, 'step')}.`,
    isBad: steps.some((step) => step.isBad),
    thread: last.thread,
    lines: last.lines,
    marks: steps.flatMap((step) => step.marks),
    isFolded: true,
  };
}
