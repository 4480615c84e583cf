// What is true after a step: a fold over the marks of all steps so far.

/// Objects of a kind that come in dozens share a lane and a box: "clock 3" is one of the clocks.
function grouping(picture) {
  const names = picture.objects.map((object) => object.name);
  const base = (name) => name.replace(/ \d+(?='s |$)/, '');
  const counts = new Map();
  for (const name of names) counts.set(base(name), (counts.get(base(name)) ?? 0) + 1);
  return (name) => {
    const count = counts.get(base(name)) ?? 0;
    if (count <= 6) return name;
    const [first, ...rest] = base(name).split("'s ");
    return rest.length ? `${count} ${rest.join(' ')}s` : `${count} ${first}s`;
  };
}

/// The objects of a run. One that is not recorded, and that marks name, is there from the beginning.
function objectsOf(picture) {
  const objects = new Map(picture.objects.map((object) => [object.name, { ...object, isRecorded: true }]));
  for (const step of picture.steps) {
    for (const { from, to } of step.marks) {
      for (const name of [from, to]) {
        if (name && !objects.has(name)) objects.set(name, { name, type: name, role: 'object', isRecorded: false });
      }
    }
  }
  return objects;
}

function emptyWorld() {
  return {
    life: new Map(), references: new Map(), registrations: new Map(), output: [], owned: new Set(), leaked: new Set(),
    fresh: new Set(), isOver: false, isDead: false, isBad: false, hasMediator: false,
  };
}

/// The worlds after each row, from 0 on. A row without a step changes nothing.
function worldsOf(run) {
  const objects = objectsOf(run.picture);
  let world = emptyWorld();
  return run.rows.map((step) => {
    const next = copy(world);
    for (const mark of step?.marks ?? []) apply(mark, next, objects);
    next.isBad = Boolean(step?.isBad);
    if (step) settle(next, objects);
    next.objects = objects;
    return (world = next);
  });
}

function copy(world) {
  return {
    ...world, life: new Map(world.life), references: new Map(world.references),
    registrations: new Map(world.registrations), output: [...world.output], owned: new Set(world.owned),
    leaked: new Set(world.leaked), fresh: new Set(),
  };
}

function apply(mark, world, objects) {
  const { what, from, to, label } = mark;
  for (const name of [from, to]) meet(name, world, objects);
  if (mark.via) world.hasMediator = true;
  const key = `${from}>${to}>${label}`;
  switch (what) {
    case 'born': setLife(world, from, 'alive'); break;
    case 'dying': setLife(world, from, 'dying'); break;
    case 'gone': setLife(world, from, 'gone'); break;
    case 'refers':
      world.references.set(key, { from, to, label, strength: mark.strength ?? 'strong' });
      if (mark.strength === 'strong') world.owned.add(to);
      world.fresh.add(`reference ${from}>${to}`);
      break;
    case 'refersNoMore':
      for (const [other, reference] of world.references) {
        if (reference.from === from && reference.label === label && (!to || reference.to === to)) world.references.delete(other);
      }
      break;
    case 'adds':
      world.registrations.set(mark.registration, { ...mark, name: mark.registration });
      world.fresh.add(`registration ${from}>${to}`).add(`registration ${mark.registration}`);
      break;
    case 'removes': case 'sweeps': world.registrations.delete(mark.registration); break;
    case 'leftOver': {
      const registration = world.registrations.get(mark.registration) ?? { ...mark, name: mark.registration };
      world.registrations.set(mark.registration, { ...registration, isLeft: true });
      world.fresh.add(`registration ${from}>${to}`).add(`registration ${mark.registration}`);
      break;
    }
    case 'calls': world.fresh.add(`object ${to}`).add(`registration ${from}>${to}`); break;
    case 'changes': case 'announces': case 'looks': world.fresh.add(`object ${from}`); break;
    case 'leaks': world.leaked.add(from); world.fresh.add(`object ${from}`); break;
    case 'prints': if (label) say(world, label, 'said'); break;
    case 'ends': world.isOver = true; say(world, `=> ${label ?? ''}`, 'end'); break;
    case 'dies':
      world.isDead = true;
      say(world, label || 'The process dies, and says nothing.', 'bad');
      break;
  }
}

function say(world, text, kind) {
  world.output.push({ text, kind });
  world.fresh.add(`output ${world.output.length - 1}`);
}

function setLife(world, name, life) {
  world.life.set(name, life);
  world.fresh.add(`object ${name}`);
}

/// An object whose birth is not recorded, such as a controller, is alive from its first mark on.
function meet(name, world, objects) {
  if (!name || world.life.has(name) || objects.get(name)?.role === 'mediator') return;
  setLife(world, name, 'alive');
}

/// Ends the references of deallocated objects, and the lives of controllers that their owner has released.
function settle(world, objects) {
  let isSettled = false;
  while (!isSettled) {
    isSettled = true;
    for (const [key, { from, to, strength }] of world.references) {
      const isOver = world.life.get(from) === 'gone' || world.life.get(to) === 'gone';
      if (isOver || (strength === 'weak' && world.life.get(to) === 'dying')) world.references.delete(key);
    }
    const held = new Set([...world.references.values()].filter(({ strength }) => strength === 'strong').map(({ to }) => to));
    for (const [name, life] of world.life) {
      const isController = objects.get(name)?.role === 'controller';
      if (isController && life !== 'gone' && world.owned.has(name) && !held.has(name)) {
        world.life.set(name, 'gone');
        world.fresh.add(`object ${name}`);
        isSettled = false;
      }
    }
  }
  for (const [name, { to, isLeft }] of world.registrations) {
    if (world.life.get(to) === 'gone' && !isLeft) world.registrations.delete(name);
  }
}

/// The objects that the story holds: those that are alive and that no other object holds.
function heldByStory(world) {
  if (world.isOver || world.isDead) return [];
  const held = new Set();
  for (const { from, to, strength } of world.references.values()) if (strength === 'strong' && from !== to) held.add(to);
  return [...world.life].filter(([name, life]) => life === 'alive' && !held.has(name)).map(([name]) => name);
}

/// The strong references that are on a cycle, as "from>to".
function cycles(world) {
  const next = new Map();
  for (const { from, to, strength } of world.references.values()) {
    if (strength === 'strong') next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const reach = (start) => {
    const seen = new Set();
    const open = [...(next.get(start) ?? [])];
    while (open.length) {
      const name = open.pop();
      if (seen.has(name)) continue;
      seen.add(name);
      open.push(...(next.get(name) ?? []));
    }
    return seen;
  };
  const returning = new Set([...next.keys()].filter((name) => reach(name).has(name)));
  const found = new Set();
  for (const [from, targets] of next) {
    if (!returning.has(from)) continue;
    for (const to of targets) if (returning.has(to) && (to === from || reach(to).has(from))) found.add(`${from}>${to}`);
  }
  return found;
}
