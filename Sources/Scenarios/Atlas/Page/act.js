// One side of the page: a run, with its sentence, source, timeline, graph and lists.

const graphWidthIn = (width) => (width >= 1200 ? 460 : width >= 640 ? 316 : Math.min(width, 420));
const timelineWidthIn = (width) => (width >= 640 ? Math.min(width - graphWidthIn(width) - 28, 900) : width);

function makeAct(run, worlds, layout, places, width, jump) {
  const { act, side } = run;
  const sentence = html('p', { class: 'sentence' });
  const source = makeSource(run, jump);
  const timeline = makeTimeline(run, layout, places, jump);
  const graph = makeGraph(run, worlds, graphWidthIn(width));
  const registrations = makeRegistrations();
  const output = makeOutput();
  const ending = makeEnding(run);
  const explanations = [explainTimeline(run), explainGraph(worlds, layout.group)];
  const nothingToDraw = worlds.at(-1).life.size === 0 && html('p', { class: 'none' }, 'No object of this run takes part in key-value observing.');
  const figures = [timeline.element, graph.element];
  const part = (name, title, ...children) => html('div', { class: `part ${name}` }, html('h3', {}, title), ...children);
  const content = [
    sentence,
    html('div', { class: 'part source' }, source.name, source.element),
    html('div', { class: 'columns' },
      part('happened', 'What has happened', explanations[0], figures[0]),
      html('div', { class: 'aside' },
        part('holds', 'Who holds whom now', explanations[1], nothingToDraw || null, figures[1]),
        part('kept', 'Registrations now', registrations.element),
        ending.element,
        part('printed', 'Printed', output.element))),
  ];
  const lastRow = run.rows.findLastIndex(Boolean);
  return {
    side,
    head: actHead(act, side),
    content,
    show(row) {
      const step = run.rows[row];
      sentence.textContent = sentenceAt(run, row, lastRow);
      sentence.className = `sentence${step?.isBad ? ' bad' : ''}${row && !step ? ' quiet' : ''}`;
      explanations.forEach((each) => { each.hidden = row > 0; });
      figures[0].hidden = row === 0;
      figures[1].toggleAttribute('hidden', row === 0 || Boolean(nothingToDraw));
      if (nothingToDraw) nothingToDraw.hidden = row === 0;
      source.show(row);
      timeline.show(row, worlds[row]);
      graph.show(row);
      registrations.show(worlds[row]);
      output.show(worlds[row]);
      ending.show(row);
      return sentence.textContent;
    },
  };
}

function sentenceAt(run, row, lastRow) {
  if (row === 0) return opening(run.act);
  const step = run.rows[row];
  if (step) return step.sentence;
  if (row < lastRow) return 'Nothing happens on this side at this moment.';
  const hasDied = run.rows[lastRow].marks.some((mark) => mark.what === 'dies');
  return hasDied ? `The process died at step ${lastRow}.` : `The run ended at step ${lastRow}.`;
}

/// The name of the act, and a button for each other act of the side.
function actHead(act, side) {
  const acts = actsOf(state.pitfall, side);
  const choices = acts.map((each) => html('button', {
    type: 'button', 'aria-pressed': String(each === act), title: `${each.label}: ${each.title}`,
    'aria-label': `Act ${each.number}, ${each.label}: ${each.title}`,
    onclick: () => chooseAct(side, each),
  }, String(each.number)));
  return html('div', { class: 'head' }, html('h2', {}, html('b', {}, capital(act.label)), ' ', html('span', {}, act.title)),
    acts.length > 1 && html('div', { class: 'acts', role: 'group', 'aria-label': `Acts of the side “${side}”` }, html('span', {}, 'Act'), ...choices));
}
