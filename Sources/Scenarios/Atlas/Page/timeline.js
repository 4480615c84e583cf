// What has happened: a sequence diagram, time downwards, with a row for each step.

function makeTimeline(run, layout, places, jump) {
  const { lanes, laneWidth, group } = layout;
  const height = places.at(-1).bottom;
  const end = endOf(run, places);
  const bars = registrationBars(run, layout, places, end);
  const x = (name) => name && lanes.get(group(name))?.x;
  const clip = svg('rect', { x: 0, y: 0, width: laneWidth, height: 0 });
  const clipName = `clip-${run.side}`;
  const soFar = svg('g', { 'clip-path': `url(#${clipName})` });
  for (const lane of lanes.values()) {
    soFar.append(svg('path', { class: 'wire', d: `M${lane.x} 0V${end.y}` }), ...drawLife(lane, run, group, places, end));
  }
  for (const bar of bars.values()) {
    soFar.append(svg('rect', { class: 'registered', x: bar.x - 2, width: 4, y: bar.top, height: Math.max(0, bar.bottom - bar.top) }));
  }
  const figures = run.rows.map((step, row) => {
    if (!step) return null;
    const find = (mark) => bars.get(mark.registration)?.x;
    const marks = marksToDraw(step, group).map((mark) => drawMark(mark, places[row].middle, x, find, [...lanes.values()].map((lane) => lane.x))).filter(Boolean);
    if (row === end.death) marks.unshift(svg('path', { class: 'line bad', d: `M2 ${end.y}H${laneWidth - 2}` }));
    const figure = svg('g', { class: 'row', onclick: () => jump(row) }, ...marks);
    if (onThread(step)) figure.prepend(svg('path', { class: 'thread', d: `M2 ${places[row].top + 3}V${places[row].bottom - 3}` }));
    soFar.append(figure);
    return figure;
  });
  const picture = svg('svg', { class: 'lanes', width: laneWidth, height, 'aria-hidden': 'true' },
    svg('defs', {}, svg('clipPath', { id: clipName }, clip)), soFar);

  const rows = run.rows.map((step, row) => (row ? timelineRow(step, row, run, end, places[row].height, layout.textWidth, jump) : null));
  const list = html('ol', { 'aria-label': `Timeline, ${run.act.label}` }, ...rows.slice(1));
  moveByKeys(list);
  const heads = drawHeads(layout);
  const element = html('div', { class: 'timeline', tabindex: -1 }, heads.element, html('div', { class: 'rows' }, list, picture));
  element.style.setProperty('--lanes', `${laneWidth}px`);

  let shown = null;
  return {
    element,
    show(row, world) {
      clip.style.height = `${places[row].bottom}px`;
      rows.forEach((item, index) => item?.classList.toggle('later', index > row));
      for (const [index, isNow] of [[shown, false], [row, true]]) {
        rows[index]?.classList.toggle('now', isNow);
        if (isNow) rows[index]?.firstChild.setAttribute('aria-current', 'step');
        else rows[index]?.firstChild.removeAttribute('aria-current');
        figures[index]?.classList.toggle('now', isNow);
      }
      shown = row;
      keepOneTabStop(list, rows[row]?.firstChild);
      heads.show(world, group);
      scrollTo(element, places, row, layout.headHeight);
    },
  };
}

function timelineRow(step, row, run, end, height, width, jump) {
  const isAfter = run.rows.findLastIndex(Boolean) < row;
  const nothing = !isAfter ? 'nothing happens here' : end.death ? 'the process is dead' : 'the run is over';
  const thread = step && onThread(step);
  const button = html('button', {
    type: 'button', style: `height:${height}px`, onclick: () => jump(row),
    'aria-label': `Step ${row}: ${step ? step.title : nothing}${thread ? `, on ${thread}` : ''}`,
  }, html('i', {}, String(row)), html('span', {}, html('b', {}, ...breakable(step?.title ?? '', width)), thread && html('small', {}, `on ${thread}`)));
  return html('li', { class: [step?.isBad && 'bad', thread && 'threaded', !step && 'empty'].filter(Boolean).join(' ') }, button);
}

function drawHeads(layout) {
  const figures = layout.heads.map((head) => {
    const first = head.bottom - 16 * (head.lines.length - 1);
    const lines = head.lines.map((line, index) => svg('text', { x: head.x, y: first + 16 * index, 'text-anchor': 'middle' }, line));
    return svg('g', { class: 'head' }, ...lines);
  });
  const picture = svg('svg', { width: layout.laneWidth, height: layout.headHeight, 'aria-hidden': 'true' }, ...figures);
  return {
    element: html('div', { class: 'heads' }, picture),
    show(world, group) {
      const there = new Set([...world.life].filter(([, life]) => life !== 'gone').map(([name]) => group(name)));
      layout.heads.forEach((head, index) => figures[index].classList.toggle('off', !there.has(head.lane)));
    },
  };
}

/// Brings a row into view, inside the timeline only: the page stays where it is. No row is cut at the top.
function scrollTo(element, places, row, headHeight) {
  const room = element.clientHeight - headHeight;
  const { top, bottom } = places[row];
  // A side that is not shown has no room.
  if (room <= 0) return;
  if (top >= element.scrollTop && bottom <= element.scrollTop + room) return;
  const wanted = Math.max(bottom - room, top - room / 2);
  element.scrollTop = (places.find((place) => place.top >= wanted) ?? places[row]).top;
}
