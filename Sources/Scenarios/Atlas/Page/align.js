// One scale of steps for both sides: the same row is the same moment of the story.

/// How much two steps have in common: 0 if they are not the same moment.
function likeness(one, other) {
  if (one.isFolded || other.isFolded) return one.isFolded && other.isFolded ? 8 : 0;
  const kinds = (step) => new Map(step.marks.map((mark) => [mark.what, mark]));
  const [left, right] = [kinds(one), kinds(other)];
  const both = (kind) => left.has(kind) && right.has(kind);
  const same = (kind, field) => both(kind) && left.get(kind)[field] === right.get(kind)[field];
  if (both('ends')) return 12;
  if (left.has('ends') || right.has('ends') || left.has('dies') || right.has('dies')) return both('dies') ? 12 : 0;
  // The two sides differ in when objects are freed, so that is no anchor.
  if (left.has('dying') || right.has('dying') || left.has('gone') || right.has('gone')) return 0;
  if (one.title === other.title) return 10;
  if (both('born')) return same('born', 'from') ? 10 : 5;
  if (both('adds')) return same('adds', 'label') ? 9 : 6;
  if (left.has('adds') && right.has('drops')) return 7;
  if (both('changes')) return place(one) === place(other) ? 9 : 6;
  if (both('calls')) return 6;
  if (left.has('calls') && right.has('skips')) return 5;
  if (both('removes')) return 6;
  if (both('looks')) return same('looks', 'from') ? 7 : 2;
  if (left.size === 1 && right.size === 1 && both('prints')) return 8 * wordsInCommon(one.title, other.title);
  return 0;
}

/// What changes, in titles such as "clock.date: 0 → 2".
const place = (step) => step.title.split(':')[0];

function wordsInCommon(one, other) {
  const [left, right] = [one, other].map((text) => new Set(text.toLowerCase().match(/\w+/g) ?? []));
  const common = [...left].filter((word) => right.has(word)).length;
  const share = common / Math.max(1, Math.min(left.size, right.size));
  return share < 0.4 ? 0 : share;
}

/// Puts steps side by side. Returns rows, each with the index of a step of either list, or null. Steps without a match
/// between two matched rows share rows too, because they happen between the same moments.
function align(left, right) {
  const best = Array.from({ length: left.length + 1 }, () => new Float64Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const likely = likeness(left[i], right[j]);
      best[i][j] = Math.max(best[i + 1][j], best[i][j + 1], likely ? likely + best[i + 1][j + 1] : 0);
    }
  }
  const rows = [];
  let [i, j] = [0, 0];
  let [onlyLeft, onlyRight] = [[], []];
  const flush = () => {
    const count = Math.max(onlyLeft.length, onlyRight.length);
    for (let index = 0; index < count; index += 1) rows.push([onlyLeft[index] ?? null, onlyRight[index] ?? null]);
    [onlyLeft, onlyRight] = [[], []];
  };
  while (i < left.length || j < right.length) {
    const likely = i < left.length && j < right.length ? likeness(left[i], right[j]) : 0;
    if (likely && best[i][j] === likely + best[i + 1][j + 1]) {
      flush();
      rows.push([i++, j++]);
    } else if (j === right.length || (i < left.length && best[i][j] === best[i + 1][j])) onlyLeft.push(i++);
    else onlyRight.push(j++);
  }
  flush();
  return rows;
}

/// The runs of the shown sides on one scale: for each side its picture and, by row from 1 on, its step or null.
function makeScale() {
  const shown = shownSides();
  const steps = shown.map((side) => fold(pictureOf(state.acts[side], state.era).steps));
  const rows = shown.length === 2 ? align(...steps) : steps[0].map((_, index) => [index]);
  const runs = {};
  shown.forEach((side, column) => {
    const row = rows.map((row) => (row[column] === null ? null : steps[column][row[column]]));
    const picture = pictureOf(state.acts[side], state.era);
    runs[side] = { side, act: state.acts[side], picture, rows: [null, ...row] };
  });
  return { count: rows.length, runs };
}
