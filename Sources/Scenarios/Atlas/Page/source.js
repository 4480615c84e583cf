// The source: the lines of a file that a run executes, with their neighbours. A click on a line shows its step.

const neighbours = 3;

/// The lines of a file to show: those of the run, and the lines around them.
function linesToShow(run, file) {
  const length = atlas.sources[file]?.length ?? 0;
  const shown = new Set();
  for (const step of run.rows) {
    for (const place of step?.lines ?? []) {
      if (place.file !== file) continue;
      for (let line = place.line - neighbours; line <= place.line + neighbours; line += 1) {
        if (line >= 1 && line <= length) shown.add(line);
      }
    }
  }
  if (!shown.size) for (let line = 1; line <= Math.min(12, length); line += 1) shown.add(line);
  const sorted = [...shown].sort((a, b) => a - b);
  // A gap of a line or two is filled.
  return sorted.flatMap((line, index) => {
    const gap = index ? line - sorted[index - 1] - 1 : 0;
    return [...(gap > 0 && gap < 4 ? Array.from({ length: gap }, (_, n) => line - gap + n) : gap ? [null] : []), line];
  });
}

function makeListing(run, file, jump) {
  const items = new Map();
  const list = html('ol', { 'aria-label': `Source, ${fileName(file)}` });
  const shown = linesToShow(run, file);
  const texts = shown.map((line) => (line ? atlas.sources[file][line - 1] : ''));
  const common = Math.min(...texts.filter((text) => text.trim()).map((text) => text.search(/\S/)));
  for (const line of shown) {
    if (!line) {
      list.append(html('li', { class: 'cut', 'aria-hidden': 'true' }, '⋯'));
      continue;
    }
    const text = atlas.sources[file][line - 1].slice(Number.isFinite(common) ? common : 0);
    const steps = run.rows.map((step, row) => (step?.lines.some((place) => place.file === file && place.line === line) ? row : 0)).filter(Boolean);
    const inside = [html('i', {}, String(line)), html('code', { style: `--indent:${text.search(/\S|$/)}ch` }, text.trim() || ' ')];
    const next = () => jump(steps.find((row) => row > state.step) ?? steps[0]);
    const item = html('li', {}, steps.length
      ? html('button', { type: 'button', onclick: next, 'aria-label': `Line ${line}: ${text.trim() || 'empty'}` }, ...inside)
      : html('div', {}, ...inside));
    items.set(line, item);
    list.append(item);
  }
  moveByKeys(list);
  return { list, items };
}

function makeSource(run, jump) {
  const name = html('p', { class: 'file' });
  const pane = html('div', { class: 'code', role: 'group', 'aria-label': 'Source', tabindex: 0 });
  const listings = new Map();
  let current = null;
  const open = (file) => {
    if (!listings.has(file)) listings.set(file, makeListing(run, file, jump));
    if (current !== listings.get(file)) {
      current = listings.get(file);
      pane.replaceChildren(current.list);
      name.textContent = fileName(file);
    }
  };
  const mark = (line, kind) => {
    const item = current.items.get(line);
    if (!item || item.classList.contains('now')) return null;
    item.className = kind;
    return item;
  };
  return {
    name,
    element: pane,
    show(row) {
      const steps = run.rows.slice(1, row + 1);
      const step = steps.findLast((each) => each?.lines.length);
      const here = run.rows[row];
      const [line, ...callers] = step?.lines ?? [];
      // Before the first step: the function that the run begins with.
      const beginning = run.rows.find((each) => each?.lines.length)?.lines.at(-1);
      open((line ?? beginning)?.file ?? run.picture.source);
      for (const item of current.items.values()) {
        if (item.className) item.className = '';
        item.firstChild.removeAttribute('aria-current');
      }
      const marked = line && mark(line.line, here?.isBad ? 'now bad' : here ? 'now' : 'now past');
      if (marked) marked.firstChild.setAttribute('aria-current', 'step');
      keepOneTabStop(current.list, marked?.querySelector('button'));
      const calling = callers.filter(({ file }) => file === line.file).map((caller) => mark(caller.line, 'calling')).filter(Boolean);
      scrollInto(pane, marked ?? current.items.get(beginning?.line), calling[0]);
    },
  };
}

/// Brings the marked line into view, and the line that called it if both fit.
function scrollInto(pane, item, caller) {
  if (!item) {
    pane.scrollTop = 0;
    return;
  }
  const middle = (each) => each.offsetTop + each.offsetHeight / 2;
  const isNear = caller && Math.abs(caller.offsetTop - item.offsetTop) < pane.clientHeight - 44;
  const centre = isNear ? (middle(item) + middle(caller)) / 2 : middle(item);
  const wanted = centre - pane.clientHeight / 2;
  // No line is cut at the top.
  const first = [...pane.querySelectorAll('li')].find((each) => each.offsetTop >= wanted);
  pane.scrollTop = first ? first.offsetTop - 6 : wanted;
}
