// What a side lists below its graph: the registrations in force, what was printed, how it ended.

const shownRegistrations = 6;
const shownOutput = 12;

function makeRegistrations() {
  const list = html('ul', { class: 'registrations', 'aria-label': 'Registrations now' });
  return {
    element: list,
    show(world) {
      const all = [...world.registrations.values()];
      const items = all.slice(0, shownRegistrations).map((registration) => registrationItem(registration, world));
      if (all.length > shownRegistrations) items.push(html('li', {}, `and ${all.length - shownRegistrations} more`));
      if (!all.length) items.push(html('li', { class: 'none' }, world.isDead ? 'The process is dead.' : 'none'));
      list.replaceChildren(...items);
    },
  };
}

function registrationItem({ name, from, to, via, label, options, context, isLeft }, world) {
  const isDangling = !via && world.life.get(from) === 'gone';
  const trouble = isLeft ? `, left when ${named(to)} is deallocated` : isDangling ? ', whose memory is freed' : '';
  const kinds = [(isLeft || isDangling) && 'bad', world.fresh.has(`registration ${name}`) && 'fresh'].filter(Boolean).join(' ');
  const asked = options?.length ? `, with ${options.map((option) => `.${option}`).join(', ')}` : '';
  return html('li', { class: kinds }, html('b', {}, to), ' calls ', html('b', {}, from), ' for ', html('code', {}, label), asked,
    ...(context ? [', context ', html('code', {}, context)] : []),
    via ? ', through the mediator' : '', trouble);
}

function makeOutput() {
  const list = html('ol', { class: 'output', 'aria-label': 'Printed' });
  return {
    element: list,
    show(world) {
      const hidden = Math.max(0, world.output.length - shownOutput);
      const items = world.output.slice(hidden).map(({ text, kind }, index) => {
        const isFresh = world.fresh.has(`output ${hidden + index}`);
        return html('li', { class: `${kind}${kind === 'end' && world.isBad ? ' bad' : ''}${isFresh ? ' fresh' : ''}` }, text);
      });
      if (hidden) items.unshift(html('li', { class: 'none' }, `${plural(hidden, 'earlier line')}`));
      if (!items.length) items.push(html('li', { class: 'none' }, 'nothing yet'));
      list.replaceChildren(...items);
    },
  };
}

/// What the author wants to find at the end, and what the run found.
function makeEnding(run) {
  const { expected, ending, steps } = run.picture;
  const expects = ({ finds, dies }) => finds ?? `the process dies${dies ? `: ${dies}` : ''}`;
  const happens = ({ finds, dies }) => finds ?? `the process dies, ${dies ? 'with the last message below' : 'and prints no message'}`;
  const isExpected = expected.finds !== undefined && expected.finds === ending.finds;
  const isRight = run.act.right.includes(state.era);
  const wanted = run.picture.wanted ?? steps.at(-1).sentence.match(/It should have found: (.*?)\.$/)?.[1];
  const entry = (term, text, kind = '') => [html('dt', {}, term), html('dd', { class: kind }, text)];
  const verdict = isRight ? 'This act ends as its author wants.' : 'This act does not end as its author wants.';
  const element = html('div', { class: `ending ${isRight ? 'good' : 'bad'}` }, html('p', {}, verdict),
    html('dl', {}, ...(wanted && !isRight ? entry('Wanted', wanted) : []), ...(isExpected ? [] : entry('The catalogue says', expects(expected))), ...entry('Found', happens(ending))));
  const last = run.rows.findLastIndex(Boolean);
  return {
    element,
    show(row) { element.hidden = row < last; },
  };
}
