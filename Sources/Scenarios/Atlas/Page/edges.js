// Which arrows the graph has in a world: references, what the story holds, registrations.

function edgesIn(world, group) {
  const edges = new Map();
  const onCycle = cycles(world);
  const add = (kind, from, to, more = {}) => {
    const key = `${kind} ${from}>${to}${more.slot ? `#${more.slot}` : ''}`;
    const known = edges.get(key);
    if (known) {
      known.isFresh ||= more.isFresh;
      known.isBad ||= more.isBad;
      known.count += 1;
      if (more.label && !known.labels.includes(more.label)) known.labels.push(more.label);
    } else {
      edges.set(key, { key, kind, from, to, count: 1, labels: more.label ? [more.label] : [], ...more });
    }
  };
  for (const name of heldByStory(world)) {
    if (world.objects.get(name)?.isRecorded) add('strong', storyName, group(name), { isFresh: false });
  }
  for (const { from, to, strength } of world.references.values()) {
    const isBad = strength === 'strong' && onCycle.has(`${from}>${to}`);
    add(strength, group(from), group(to), { isBad, isFresh: world.fresh.has(`reference ${from}>${to}`) });
  }
  addRegistrations(world, group, add);
  return edges;
}

/// A registration runs from the observed object, which keeps it, to the observer; through the mediator, in two parts.
function addRegistrations(world, group, add) {
  const counts = new Map();
  for (const { name, from, to, via, label, isLeft } of world.registrations.values()) {
    const [observer, observed] = [group(from), group(to)];
    const isBad = isLeft || (!via && world.life.get(from) === 'gone');
    const isFresh = world.fresh.has(`registration ${from}>${to}`) || world.fresh.has(`registration ${name}`);
    if (via) {
      add('registration', observed, 'mediator', { label, isBad, isFresh });
      if (world.life.get(from) !== 'gone') add('passes', 'mediator', observer, { isFresh });
    } else {
      // Up to three registrations of the same two objects are drawn side by side.
      const pair = `${observed}>${observer}`;
      const slot = Math.min(2, counts.get(pair) ?? 0);
      counts.set(pair, slot + 1);
      add('registration', observed, observer, { label: slot ? undefined : label, isBad, isFresh, slot });
    }
  }
}

/// The label of an edge: its key paths, if they are short.
function edgeLabel({ kind, labels, count }) {
  if (kind !== 'registration' || !labels.length) return '';
  const text = labels.join(', ');
  const short = labels.length > 2 || text.length > 22 ? plural(labels.length, 'key path') : text;
  const name = labels.length === 1 ? labels[0] : short;
  return count > 1 && labels.length === 1 ? `${name} ×${count}` : name;
}
