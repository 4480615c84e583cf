// Chooses a pitfall: by lesson, area, symptom, or by typing.

function setUpPicker() {
  const choice = (id, entries) => {
    byId(id).append(html('option', { value: '' }, 'any'), ...entries.map(([value, text]) => html('option', { value }, text)));
    byId(id).addEventListener('change', listPitfalls);
  };
  const distinct = (pairs) => [...new Map(pairs)];
  choice('lesson', distinct(atlas.pitfalls.map((each) => [each.lesson, `${each.lesson}. ${each.lessonTitle}`])));
  choice('area', distinct(atlas.pitfalls.map((each) => [each.area, `${each.area}: ${each.areaTitle}`])));
  choice('symptom', distinct(atlas.pitfalls.flatMap((each) => each.symptoms.map((symptom) => [symptom, symptom]))).sort());
  byId('words').addEventListener('input', listPitfalls);
  byId('words').addEventListener('keydown', (event) => {
    // Escape would only empty the field.
    if (event.key === 'Escape') byId('picker').close();
    else if (event.key === 'Enter') byId('found').querySelector('a')?.click();
    else return;
    event.preventDefault();
  });
  byId('open').addEventListener('click', openPicker);
  byId('close').addEventListener('click', () => byId('picker').close());
  // A click beside the list closes it.
  byId('picker').addEventListener('click', (event) => event.target === byId('picker') && byId('picker').close());
}

function openPicker() {
  listPitfalls();
  byId('picker').showModal();
  byId('words').focus();
  byId('words').select();
}

function listPitfalls() {
  const words = byId('words').value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = atlas.pitfalls.filter((each) => {
    const text = each.searched.toLowerCase();
    const isIn = (id, values) => !byId(id).value || values.includes(byId(id).value);
    return isIn('lesson', [each.lesson]) && isIn('area', [each.area]) && isIn('symptom', each.symptoms)
      && words.every((word) => text.includes(word));
  });
  const sections = new Map();
  for (const each of found) sections.set(each.lesson, [...(sections.get(each.lesson) ?? []), each]);
  const entry = (each) => html('li', {}, html('a', {
    href: `#${each.id}`, 'aria-current': each === state.pitfall ? 'true' : null, onclick: () => byId('picker').close(),
  }, html('b', {}, each.id), html('span', {}, each.title, html('small', {}, each.symptoms.join('; ')))));
  byId('found').replaceChildren(...[...sections.values()].map((group) =>
    html('section', {}, html('h3', {}, `Lesson ${group[0].lesson}: ${group[0].lessonTitle}`), html('ul', {}, ...group.map(entry)))));
  byId('count').textContent = found.length ? `${found.length} of ${plural(atlas.pitfalls.length, 'pitfall')}` : 'No pitfall fits. Use fewer words, or choose “any”.';
}
