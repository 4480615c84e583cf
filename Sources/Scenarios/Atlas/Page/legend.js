// What the marks mean. Step 0 explains those of the run, in the places where they will appear; the key has them all.

/// A small picture of a mark.
const sample = (width, ...figures) =>
  svg('svg', { width, height: 18, viewBox: `0 0 ${width} 18`, 'aria-hidden': 'true' }, ...figures);

const sampleBar = (kind, width = 8) => sample(40, svg('rect', { class: kind, x: 20 - width / 2, y: 0, width, height: 18, rx: width > 4 ? 2 : 0 }));

const sampleEdge = (kind) =>
  sample(40, svg('g', { class: `edge on ${kind}` }, svg('path', { class: 'line', d: 'M2 9H30' }), svg('path', { class: 'tip', d: 'M38 9l-8 -4.5v9z' })));

const timelineMarks = () => [
  [sampleBar('life'), 'an object is alive', 'born'],
  [sampleBar('dying'), 'its deinit runs', 'dying'],
  [sample(40, svg('path', { class: 'line', d: 'M12 12h16' }), svg('rect', { class: 'life', x: 16, y: 0, width: 8, height: 12 })), 'it is deallocated', 'gone'],
  [sampleBar('registered', 4), 'a registration, kept by the observed object', 'adds'],
  [sample(40, arrow(-4, 43, 9, 'registration')), 'an observer is added or removed', 'adds'],
  [sample(40, arrow(-4, 43, 9, 'registration dashed', 'stop')), 'asked again: no second registration', 'drops'],
  [sample(40, svg('circle', { class: 'dot', cx: 20, cy: 9, r: 6 })), 'a value changes', 'changes'],
  [sample(40, svg('circle', { class: 'dot hollow', cx: 20, cy: 9, r: 5 })), 'a change is announced by hand', 'announces'],
  [sample(40, arrow(44, -3, 9, 'call')), 'the observer is called', 'calls'],
  [sample(40, arrow(44, -3, 9, 'call'), station(0, 40, 9)), 'the same, through the mediator', 'via'],
  [sample(40, arrow(44, -3, 9, 'skip dashed', 'stop')), 'the mediator does not call', 'skips'],
  [sample(40, svg('path', { class: 'look', d: 'M11 9q9 -9 18 0q-9 9 -18 0z' })), 'the story looks whether it is alive', 'looks'],
  [sample(40, cross(20, 9)), 'a registration is left over', 'leftOver'],
  [sample(40, svg('circle', { class: 'ring', cx: 20, cy: 9, r: 5 })), 'the system ends a leftover registration', 'sweeps'],
];

const graphMarks = () => [
  [sampleEdge('strong'), 'a strong reference: holds', 'strong'],
  [sampleEdge('weak'), 'a weak reference: does not hold', 'weak'],
  [sampleEdge('unowned'), 'an unowned reference', 'unowned'],
  [sampleEdge('registration'), 'a registration, from the observed object to the observer', 'registration'],
  [sampleEdge('passes'), 'the mediator passes calls on', 'passes'],
  [sampleEdge('strong bad'), 'strong references in a cycle', 'cycle'],
];

const legendList = (entries) =>
  html('ul', { class: 'legend' }, ...entries.map(([picture, text]) => html('li', {}, picture, html('span', {}, text))));

function explainTimeline(run) {
  const marks = run.picture.steps.flatMap((step) => step.marks);
  const kinds = new Set(marks.flatMap((mark) => [mark.what, mark.via && mark.what === 'calls' && 'via']));
  const isManaged = kinds.has('via');
  const observing = 'Key-value observing: one object, the observer, asks another object to be called whenever one of its values '
    + 'changes. That request is a registration. The observed object keeps it until the observer is removed.';
  const mediating = 'A controller keeps a record of what its observer observes. The mediator is one object for the whole '
    + 'program: it registers with the observed objects, is called, and passes the calls on.';
  const intros = [(run.side === 'raw' || !isManaged) && observing, isManaged && mediating].filter(Boolean);
  const shown = timelineMarks().filter(([, , kind]) => kinds.has(kind));
  return html('div', { class: 'explanation' }, ...intros.map((text) => html('p', {}, text)),
    html('p', {}, 'Each step adds a row here. Time runs downwards, and each object has a lane:'), legendList(shown));
}

function explainGraph(worlds, group) {
  const edges = worlds.flatMap((world) => [...edgesIn(world, group).values()]);
  const kinds = new Set(edges.flatMap(({ kind, isBad }) => [kind, kind === 'strong' && isBad && 'cycle']));
  return html('div', { class: 'explanation' },
    html('p', {}, 'An object lives as long as something holds it. This figure shows who holds whom. “The story” is the function that runs. The recording does not say what its variables hold. So an arrow leads from it to each living object that nothing else holds.'),
    legendList(graphMarks().filter(([, , kind]) => kinds.has(kind))));
}

/// The sentence of step 0.
function opening(act) {
  const how = {
    raw: 'This side adds and removes observers by hand.',
    managed: 'On this side a controller and the mediator add and remove the observers.',
    misused: 'This side uses the tool incorrectly.',
    'used correctly': 'This side uses the same tool correctly.',
    'same mistake': 'This side makes the same mistake through a controller.',
    naive: 'This side uses a simple controller that lacks a safeguard.',
    here: 'This side uses the controller of this repository.',
  };
  return `${how[act.label] ?? ''} The act: ${act.title}.`;
}
