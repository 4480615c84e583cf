// Who holds whom now: a graph whose boxes and arrows have their places for the whole run.

function makeGraph(run, worlds, width) {
  const group = grouping(run.picture);
  const layout = layOutBoxes(worlds, group, width);
  const edgesByRow = worlds.map((world) => edgesIn(world, group));
  const all = new Map();
  for (const edges of edgesByRow) {
    for (const [key, edge] of edges) {
      const label = edgeLabel(edge);
      if (!all.has(key)) all.set(key, { key, kind: edge.kind, from: edge.from, to: edge.to, label });
      else if (label.length > all.get(key).label.length) all.get(key).label = label;
    }
  }
  // What is shown longest has the straightest way.
  const order = { registration: 0, passes: 1, strong: 2, weak: 3, unowned: 4 };
  const routed = routeEdges([...all.values()].sort((a, b) => order[a.kind] - order[b.kind]), layout);
  const arrows = new Map(routed.map((edge) => [edge.key, drawEdge(edge)]));
  const boxes = new Map([...layout.boxes.values()].map((box) => [box.name, drawBox(box, width)]));
  const picture = svg('svg', { class: 'graph', width, height: layout.height, role: 'img', 'aria-label': '' },
    svg('g', {}, ...[...arrows.values()].map((arrow) => arrow.element)), svg('g', {}, ...[...boxes.values()].map((box) => box.element)));
  return {
    element: picture,
    show(row) {
      const edges = edgesByRow[row];
      for (const [key, arrow] of arrows) arrow.show(edges.get(key));
      for (const [name, box] of boxes) box.show(name === storyName ? storyState(worlds[row]) : boxState(name, worlds[row], group));
      picture.setAttribute('aria-label', graphInWords(edges, worlds[row]));
    },
  };
}

function drawEdge({ kind, curve, labelPlace }) {
  const { start, control, end } = curve;
  const length = Math.hypot(end.x - control.x, end.y - control.y) || 1;
  const [ux, uy] = [(end.x - control.x) / length, (end.y - control.y) / length];
  const neck = { x: end.x - ux * 8, y: end.y - uy * 8 };
  const way = `M${start.x} ${start.y}Q${control.x} ${control.y} ${neck.x} ${neck.y}`;
  const head = `M${end.x} ${end.y}L${neck.x - uy * 4.5} ${neck.y + ux * 4.5}L${neck.x + uy * 4.5} ${neck.y - ux * 4.5}z`;
  const label = labelPlace && svg('text', { class: 'small', x: labelPlace.x, y: labelPlace.y + 4.5, 'text-anchor': 'middle' });
  const element = svg('g', { class: `edge ${kind}` },
    svg('path', { class: 'glow', d: way }), svg('path', { class: 'line', d: way }), svg('path', { class: 'tip', d: head }), label);
  return {
    element,
    show(edge) {
      const states = ['edge', kind, edge && 'on', edge?.isFresh && 'fresh', edge?.isBad && 'bad'];
      element.setAttribute('class', states.filter(Boolean).join(' '));
      if (label) label.textContent = edge ? edgeLabel(edge) : '';
    },
  };
}

function drawBox(box, graphWidth) {
  const { name, lines, x, y, width, height } = box;
  const frame = (kind, margin) => svg('rect', {
    class: kind, x: x - width / 2 - margin, y: y - height / 2 - margin, width: width + 2 * margin, height: height + 2 * margin, rx: 5 + margin,
  });
  const first = y - (lines.length - 1) * 8 + 5;
  const caption = svg('text', { class: 'small caption', x, y: y + height / 2 + 15, 'text-anchor': 'middle' });
  const element = svg('g', {}, frame('halo', 4), frame('frame', 0),
    ...lines.map((line, index) => svg('text', { x, y: first + 16 * index, 'text-anchor': 'middle' }, line)), caption);
  return {
    element,
    show({ kind, text }) {
      element.setAttribute('class', `box ${kind}${name === 'mediator' || name === storyName ? ' root' : ''}`);
      caption.textContent = text;
      const half = textWidth(text, 13) / 2 + 2;
      caption.setAttribute('x', Math.min(Math.max(x, half), graphWidth - half));
    },
  };
}

const storyState = (world) => (world.isDead ? { kind: 'gone', text: 'dead' } : { kind: world.isOver ? 'gone' : 'alive', text: world.isOver ? 'has returned' : '' });

/// How a box looks: it may show several objects.
function boxState(box, world, group) {
  if (box === 'mediator') return { kind: world.hasMediator ? 'alive' : 'unborn', text: '' };
  const members = [...world.life].filter(([name]) => group(name) === box);
  if (!members.length) return { kind: 'unborn', text: '' };
  const isMember = (name) => group(name) === box;
  const isFresh = members.some(([name]) => world.fresh.has(`object ${name}`));
  const lives = members.map(([, life]) => life);
  const there = lives.filter((life) => life !== 'gone').length;
  const registrations = [...world.registrations.values()];
  const isLeft = registrations.some(({ to, isLeft }) => isLeft && isMember(to));
  const isDangling = registrations.some(({ from, via }) => !via && isMember(from) && world.life.get(from) === 'gone');
  const isLeaked = members.some(([name]) => world.leaked.has(name));
  const isUnknown = world.isOver && there > 0 && !isLeaked;
  let [kind, text] = ['alive', ''];
  if (isLeft) [kind, text] = ['bad', 'still observed'];
  else if (isLeaked) [kind, text] = ['bad', 'leaked'];
  else if (isDangling && there === 0) [kind, text] = ['bad gone', 'gone, still called'];
  else if (there === 0) [kind, text] = ['gone', 'gone'];
  else if (lives.every((life) => life === 'dying' || life === 'gone')) [kind, text] = ['dying', 'in deinit'];
  else if (isUnknown) [kind, text] = ['gone', ''];
  if (members.length > 1 && there > 0) text = `${there} alive`;
  return { kind: `${kind}${isFresh ? ' fresh' : ''}`, text };
}

function graphInWords(edges, world) {
  if (!world.life.size) return 'Who holds whom: nothing yet.';
  const verbs = {
    strong: 'holds', weak: 'refers weakly to', unowned: 'refers without owning to',
    registration: 'has a registration for', passes: 'passes calls on to',
  };
  const said = [...edges.values()].map((edge) => `${edge.from} ${verbs[edge.kind]} ${edge.to}${edge.kind === 'strong' && edge.isBad ? ', in a cycle' : ''}`);
  const gone = [...world.life].filter(([, life]) => life === 'gone').map(([name]) => name);
  if (gone.length) said.push(`gone: ${gone.slice(0, 6).join(', ')}`);
  return `Who holds whom: ${said.slice(0, 14).join('; ') || 'no references'}.`;
}
