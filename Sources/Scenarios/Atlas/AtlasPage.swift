// Scripts/embed-page writes this file, from those in the folder Page.
// swift-format-ignore-file
enum AtlasPage {
  static let html = #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The atlas of observing</title>
<style>
/*style*/
</style>
</head>
<body>
<noscript><p class="noscript">This page steps through recorded runs, and needs JavaScript for it. Turn JavaScript on, or read the cards in Lessons/Pitfalls.</p></noscript>

<header>
  <h1><b id="name"></b> <span id="title"></span></h1>
  <fieldset id="shown" class="choice">
    <legend>Show</legend>
    <label><input type="radio" name="shown" value="both"><span>both sides</span></label>
    <label><input type="radio" name="shown" value="raw"><span>left only</span></label>
    <label><input type="radio" name="shown" value="managed"><span>right only</span></label>
  </fieldset>
  <button type="button" id="open" aria-haspopup="dialog">All pitfalls</button>
</header>
<p id="problem" role="status" hidden></p>

<main>
  <div id="tabs" role="tablist" aria-label="Which side"></div>
  <section id="raw" class="act"></section>
  <section id="managed" class="act"></section>
</main>

<section id="after" aria-label="What the card says" hidden>
  <h2>What the card says</h2>
  <dl>
    <dt>Why</dt><dd id="why"></dd>
    <dt>What to do</dt><dd id="fix"></dd>
    <dt>Card</dt><dd><code id="card"></code></dd>
    <dt>Lesson</dt><dd id="in-lesson"></dd>
  </dl>
</section>

<details id="key"><summary>Key to the figures</summary></details>

<div id="bar" role="group" aria-label="Steps">
  <button type="button" id="first" aria-label="To the start" title="To the start (Home)"><svg width="12" height="12" aria-hidden="true"><path d="M12 0v12L4 6zM0 0h2.500v12H0z"/></svg></button>
  <button type="button" id="back" aria-label="One step back" title="One step back (←)"><svg width="12" height="12" aria-hidden="true"><path d="M8 0L2 6l6 6 2-2-4-4 4-4z"/></svg></button>
  <button type="button" id="play" aria-label="Play" title="Play, or pause (Space)"><svg width="12" height="12" aria-hidden="true"><path class="start" d="M1 0v12l10 -6z"/><path class="pause" d="M1 0h3.500v12H1zM7.500 0H11v12H7.500z"/></svg></button>
  <button type="button" id="forward" aria-label="One step forward" title="One step forward (→)"><svg width="12" height="12" aria-hidden="true"><path d="M4 0L2 2l4 4-4 4 2 2 6-6z"/></svg></button>
  <button type="button" id="last" aria-label="To the end" title="To the end (End)"><svg width="12" height="12" aria-hidden="true"><path d="M0 0v12l8 -6zM9.500 0H12v12H9.500z"/></svg></button>
  <input type="range" id="slider" min="0" step="1" value="0" aria-label="Step">
  <output id="where" for="slider"></output>
  <fieldset id="era" class="choice"><legend>Apple’s rules</legend><span id="eras"></span></fieldset>
</div>

<dialog id="picker" aria-label="Choose a pitfall">
  <div class="filters">
    <label class="typing">Search <input type="search" id="words" placeholder="crash, leak, an exception, a name"></label>
    <label>Lesson <select id="lesson"></select></label>
    <label>Area <select id="area"></select></label>
    <label>Symptom <select id="symptom"></select></label>
    <button type="button" id="close">Close</button>
  </div>
  <p id="count" role="status"></p>
  <div id="found"></div>
</dialog>

<svg class="unseen" aria-hidden="true"><defs><pattern id="hatching" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="paper" width="5" height="5"/><rect class="life" width="2" height="5"/></pattern></defs></svg>

<div id="spoken" class="unseen" aria-live="polite"></div>

<script type="application/json" id="data">/*data*/</script>
<script>
(() => {
/*script*/
})();
</script>
</body>
</html>
"""#

  static let css = #"""
/* Colours, type and the frame of the page. Both colour schemes define the same tokens, and nothing else. */
:root {
  color-scheme: light dark;
  --paper: #fcfbf8; --raised: #f4f2ec; --ink: #1e2228; --dim: #5f6670; --faint: #8b8f96; --rule: #e2dfd7;
  --now: #1c5fb0; --tint: #e6eef8; --alive: #77818e; --amber: #8a5800; --amber-fill: #dd9a1f;
  --bad: #bd1f2a; --bad-tint: #fbe9e7;
  --sans: -apple-system, BlinkMacSystemFont, "Segoe UI", Cantarell, Ubuntu, Roboto, "Liberation Sans", Arial, sans-serif;
  --serif: "Iowan Old Style", Charter, "Palatino Linotype", Palatino, Georgia, "Liberation Serif", serif;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15171a; --raised: #1d2024; --ink: #e8e5df; --dim: #a0a6af; --faint: #757b84; --rule: #30343a;
    --now: #84b4ee; --tint: #1d2c40; --alive: #8d97a4; --amber: #e2a94a; --amber-fill: #c98a1d;
    --bad: #ff7a70; --bad-tint: #3a1f20;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-bottom: 90px; }
body { display: flex; flex-direction: column; min-height: 100vh; margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.45 var(--sans); -webkit-text-size-adjust: 100%; }
body:not(.running) > :not(noscript) { display: none !important; }
button, input, select { font: inherit; color: inherit; }
button { background: none; border: 0; padding: 0; cursor: pointer; }
:focus-visible { outline: 2px solid var(--now); outline-offset: 2px; border-radius: 3px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.noscript { padding: 28px; font: 18px/27px var(--serif); }

header, main, #after, #key, #problem { width: 100%; max-width: 1640px; margin: 0 auto; padding: 0 28px; }
header { display: flex; align-items: center; gap: 12px 20px; padding-top: 14px; }
h1 { font: 400 23px/1.25 var(--serif); margin: 0; flex: 1; text-wrap: balance; }
h1 b { font: 600 14px var(--sans); letter-spacing: .05em; color: var(--dim); margin-right: 8px; white-space: nowrap; }
#open { border: 1px solid var(--faint); border-radius: 5px; padding: 0 14px; height: 36px; white-space: nowrap; font-size: 14px; }
#open:hover, #bar button:hover { border-color: var(--ink); }
#problem { margin-top: 10px; color: var(--bad); }

/* A row of choices of which one is selected. */
.choice { display: flex; align-items: center; border: 0; margin: 0; padding: 0; font-size: 14px; }
.choice legend { float: left; padding: 0 10px 0 0; color: var(--dim); }
.choice label { position: relative; display: inline-flex; align-items: center; min-height: 36px; padding: 0 12px; border: 1px solid var(--faint); margin-left: -1px; cursor: pointer; white-space: nowrap; line-height: 1.15; }
.choice label:first-of-type { border-radius: 5px 0 0 5px; margin-left: 0; }
.choice label:last-of-type { border-radius: 0 5px 5px 0; }
.choice input { position: absolute; inset: 0; margin: 0; opacity: 0; width: 100%; height: 100%; cursor: pointer; }
.choice small { display: block; font-size: 13px; color: var(--dim); }
.choice label:has(:checked) { border-color: var(--now); background: var(--tint); z-index: 1; }
.choice label:has(:focus-visible) { outline: 2px solid var(--now); outline-offset: 2px; }
#eras { display: inline-flex; }

main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 44px; padding-top: 8px; }
.alone main { grid-template-columns: minmax(0, 1fr); }
#tabs { display: none; }
#after { margin-top: 24px; }
#after h2 { font: 600 15px var(--sans); border-top: 1px solid var(--rule); padding-top: 16px; margin: 0 0 8px; }
#after dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 6px 20px; margin: 0; font: 18px/27px var(--serif); }
#after dt { font: 14px/27px var(--sans); color: var(--dim); }
#after dd { margin: 0; max-width: 44em; }
#after code { font: 14px var(--mono); overflow-wrap: anywhere; }
#key { padding-top: 22px; padding-bottom: 22px; font-size: 14px; color: var(--dim); }
#key summary { width: max-content; padding: 4px 0; cursor: pointer; }
#key .legend { columns: 20em; column-gap: 32px; }

#bar { position: sticky; bottom: 0; z-index: 4; margin-top: auto; display: flex; align-items: center; gap: 8px; padding: 10px max(28px, calc((100vw - 1584px) / 2)); background: var(--paper); border-top: 1px solid var(--rule); }
#bar button { border: 1px solid var(--faint); border-radius: 5px; height: 36px; min-width: 40px; }
#bar button[aria-disabled=true] { color: var(--faint); border-color: var(--rule); cursor: default; }
#bar svg { display: block; margin: auto; fill: currentColor; }
#play .pause, #play.playing .start { display: none; }
#play.playing .pause { display: inline; }
#slider { flex: 1; min-width: 80px; height: 36px; margin: 0 6px; accent-color: var(--now); }
#where { min-width: 104px; font-size: 14px; color: var(--dim); font-variant-numeric: tabular-nums; white-space: nowrap; }

@media (max-width: 1099px) {
  main { display: block; }
  .act:not(.front), .act::before, #shown { display: none; }
  #tabs { display: flex; gap: 22px; border-bottom: 1px solid var(--rule); }
  #tabs button { min-height: 40px; font-weight: 600; font-size: 14px; color: var(--dim); border-bottom: 2px solid transparent; margin-bottom: -1px; }
  #tabs [aria-selected=true] { color: var(--ink); border-color: var(--now); }
}
@media (max-width: 640px) {
  header, main, #after, #key, #problem { padding-left: 16px; padding-right: 16px; }
  header { align-items: flex-start; }
  h1 { font-size: 20px; }
  h1 b { display: block; }
  #after dl { display: block; }
  #bar { padding: 8px 16px; flex-wrap: wrap; gap: 6px; }
  #slider { flex: 1 1 100%; order: -1; height: 28px; margin: 0; }
  #where { min-width: 0; }
  #era { flex-basis: 100%; }
  #era label { padding: 0 10px; }
}
.still * { transition: none !important; animation: none !important; }
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; animation: none !important; scroll-behavior: auto !important; }
}
/* One side: the sentence, the source, and the lists. */
.act { min-width: 0; position: relative; }
.act + .act::before { content: ""; position: absolute; left: -22px; top: 8px; bottom: 6px; border-left: 1px solid var(--rule); }
.alone .act::before { display: none; }
.head { display: flex; align-items: flex-start; justify-content: space-between; gap: 12px; border-bottom: 1px solid var(--rule); padding-bottom: 6px; min-height: 35px; }
.head h2 { font: 400 14px/20px var(--sans); margin: 4px 0 0; }
.head h2 span { color: var(--dim); }
.acts { display: flex; align-items: center; gap: 4px; flex: none; font-size: 14px; }
.acts span { color: var(--dim); margin-right: 4px; }
.acts button { min-width: 28px; height: 28px; border: 1px solid var(--faint); border-radius: 5px; }
.acts button[aria-pressed=true] { border-color: var(--now); background: var(--tint); }
.sentence { font: 400 18px/27px var(--serif); margin: 10px 0 8px; min-height: 54px; text-wrap: pretty; overflow-wrap: anywhere; }
.sentence.bad { color: var(--bad); }
.sentence.quiet { color: var(--dim); }
.act h3, .file { font: 400 14px/20px var(--sans); color: var(--dim); margin: 0 0 4px; }
.file { font: 13px/20px var(--mono); min-height: 20px; }

.code { position: relative; height: 228px; padding: 6px 0; overflow: auto; background: var(--raised); border-radius: 5px; font: 13px/20px var(--mono); scrollbar-width: thin; }
.code ol { list-style: none; margin: 0; padding: 0; }
.code li > * { display: grid; grid-template-columns: 44px 1fr; width: 100%; min-height: 24px; padding-block: 2px; text-align: left; font: inherit; border-left: 3px solid transparent; padding-right: 8px; }
.code i { font-style: normal; color: var(--dim); text-align: right; padding-right: 12px; }
.code code { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; padding-left: calc(var(--indent) + 2ch); text-indent: -2ch; }
.code button:hover { background: var(--tint); }
.code .cut { height: 14px; line-height: 8px; padding-left: 26px; color: var(--dim); }
.code .calling > * { border-color: var(--faint); background: color-mix(in srgb, var(--tint) 45%, transparent); }
.code .now > * { background: var(--tint); border-color: var(--now); }
.code .now.past > * { border-color: var(--faint); }
.code .now.bad > * { background: var(--bad-tint); border-color: var(--bad); }

.columns { display: grid; gap: 18px 28px; margin-top: 14px; }
.wide .columns { grid-template-columns: minmax(0, 1fr) var(--graph); }
.happened { min-width: 0; }
.aside { display: grid; gap: 14px; align-content: start; min-width: 0; }
.explanation { font-size: 14px; line-height: 20px; }
.explanation p { margin: 0 0 8px; max-width: 36em; }
.legend { list-style: none; margin: 0 0 10px; padding: 0; }
.legend li { display: grid; grid-template-columns: 40px 1fr; gap: 10px; align-items: center; padding: 2px 0; break-inside: avoid; }
.legend svg { display: block; }

.none { color: var(--dim); }
.registrations, .output { list-style: none; margin: 0; padding: 0; font-size: 14px; line-height: 20px; overflow-wrap: anywhere; }
.registrations li, .output li { padding: 1px 0 1px 9px; border-left: 2px solid var(--rule); }
.registrations li { border-color: var(--amber-fill); }
.registrations b { font-weight: 600; }
.registrations code { font: 13px var(--mono); color: var(--amber); }
.output { font: 13px/19px var(--mono); max-height: 320px; overflow: auto; }
.output .end { font-weight: 600; }
.registrations li.none, .output li.none { border-color: transparent; padding-left: 0; font-family: var(--sans); font-size: 14px; }
.registrations li.fresh, .output li.fresh { background: var(--tint); border-color: var(--now); }
.registrations li.bad, .output li.bad { color: var(--bad); border-color: var(--bad); }
.registrations li.bad code { color: inherit; }
.registrations li.bad.fresh, .output li.bad.fresh { background: var(--bad-tint); border-color: var(--bad); }
.ending { border: 1px solid var(--rule); border-radius: 5px; padding: 10px 12px; font-size: 14px; line-height: 20px; }
.ending p { margin: 0 0 6px; font-weight: 600; }
.ending.bad { border-color: var(--bad); }
.ending.bad p { color: var(--bad); }
.ending dl { margin: 0; }
.ending dt { color: var(--dim); }
.ending dd { margin: 0 0 6px; overflow-wrap: anywhere; }
@media (max-width: 640px) { .code { height: 172px; } .sentence { font-size: 17px; line-height: 26px; min-height: 78px; } }
/* The timeline and the graph. */
svg text { font: 14px var(--sans); fill: var(--ink); }
svg .small { font-size: 13px; }
.line { fill: none; stroke: var(--ink); stroke-width: 1.4; }
.tip { fill: var(--ink); }
.line.registration { stroke: var(--amber); }
.tip.registration { fill: var(--amber); }
.line.bad { stroke: var(--bad); stroke-width: 1.8; }
.tip.bad { fill: var(--bad); }
.line.skip { stroke: var(--dim); }
.line.dashed { stroke-dasharray: 4 3; }
.dot { fill: var(--ink); stroke: var(--paper); stroke-width: 1.5; }
.dot.hollow, .ring { fill: var(--paper); stroke: var(--ink); stroke-width: 1.6; }
.ring { stroke: var(--amber); }
.ring.bad { stroke: var(--bad); }
.look { fill: var(--paper); stroke: var(--dim); stroke-width: 1.4; }
.station { fill: var(--raised); stroke: var(--ink); stroke-width: 1.2; }
.life { fill: var(--alive); }
.paper { fill: var(--paper); }
.dying { fill: url(#hatching); stroke: var(--alive); stroke-width: 1; }
.leak { fill: var(--bad); }
.registered { fill: var(--amber-fill); }
.wire { stroke: var(--rule); stroke-width: 1; stroke-dasharray: 1 4; }
.thread { stroke: var(--now); stroke-width: 3; stroke-dasharray: 2 3; }

.timeline { position: relative; max-height: var(--room); overflow-y: auto; overflow-x: hidden; scrollbar-width: thin; }
.heads { position: sticky; top: 0; z-index: 2; height: var(--head); background: var(--paper); }
.heads svg { position: absolute; right: 0; top: 0; }
.head.off text { fill: var(--dim); }
.rows { position: relative; padding-bottom: 60px; }
.rows ol { list-style: none; margin: 0; padding: 0; }
.rows button { display: grid; grid-template-columns: 34px minmax(0, 1fr); align-items: center; width: 100%; text-align: left; font-size: 14px; line-height: 18px; border-radius: 4px; padding-right: calc(var(--lanes) + 8px); }
.rows i { font-style: normal; font-variant-numeric: tabular-nums; color: var(--dim); text-align: center; }
.rows b { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; font-weight: 400; overflow-wrap: anywhere; }
.rows small { display: block; font-size: 13px; color: var(--now); }
.rows .later span { visibility: hidden; }
.rows button:hover { background: var(--raised); }
.rows .now button { background: var(--tint); }
.rows .now i { color: var(--now); font-weight: 700; }
.rows .bad:not(.later) span { color: var(--bad); }
.rows .now.bad button { background: var(--bad-tint); }
.rows .now.bad i { color: var(--bad); }
.rows .now:focus-within { position: relative; }
.lanes { position: absolute; right: 0; top: 0; pointer-events: none; }
.lanes clipPath rect { transition: height .25s; }
.lanes .row { pointer-events: auto; cursor: pointer; }
.lanes .row.now > * { animation: appear .25s both; }
.lanes .row.now > :nth-child(2) { animation-delay: .1s; }
@keyframes appear { from { opacity: 0; } }

.graph { display: block; max-width: 100%; }
.box { transition: opacity .25s; }
.box.unborn { visibility: hidden; }
.box .frame { fill: var(--paper); stroke: var(--dim); stroke-width: 1.2; transition: stroke .25s; }
.box.root .frame { fill: var(--raised); stroke: none; }
.box .caption { fill: var(--dim); paint-order: stroke; stroke: var(--paper); stroke-width: 4; }
.box.gone:not(.bad) .frame { stroke-dasharray: 2 3; }
.box.gone:not(.bad) text { fill: var(--dim); }
.box.dying .frame { fill: url(#hatching); stroke: var(--alive); }
.box.dying text { paint-order: stroke; stroke: var(--paper); stroke-width: 5; }
.box.bad .frame { stroke: var(--bad); stroke-width: 1.8; }
.box.bad.gone .frame { stroke-dasharray: 3 3; }
.box.bad .caption { fill: var(--bad); }
.box .halo { fill: none; stroke: none; }
.box.fresh .halo { stroke: var(--now); stroke-width: 1.6; }
.box.bad.fresh .halo { stroke: var(--bad); }
.edge { visibility: hidden; opacity: 0; transition: opacity .25s; }
.edge.on { visibility: visible; opacity: 1; }
.edge.weak .line { stroke: var(--dim); stroke-dasharray: 5 4; }
.edge.weak .tip, .edge.unowned .tip { fill: var(--dim); }
.edge.unowned .line { stroke: var(--dim); stroke-dasharray: 1.500 3; }
.edge.registration .line { stroke: var(--amber-fill); stroke-width: 3; }
.edge.registration .tip { fill: var(--amber-fill); }
.edge.passes .line { stroke: var(--amber-fill); stroke-width: 1.6; stroke-dasharray: 6 3; }
.edge.passes .tip { fill: var(--amber-fill); }
.edge.bad .line { stroke: var(--bad); stroke-width: 2; }
.edge.bad .tip { fill: var(--bad); }
.edge text { fill: var(--amber); paint-order: stroke; stroke: var(--paper); stroke-width: 4; }
.edge.bad text { fill: var(--bad); }
.edge .glow { fill: none; stroke: none; }
.edge.fresh .glow { stroke: var(--tint); stroke-width: 12; stroke-linecap: round; }
.edge.bad.fresh .glow { stroke: var(--bad-tint); }
/* The list of pitfalls. */
#picker { width: min(900px, calc(100vw - 24px)); height: min(860px, calc(100vh - 32px)); max-width: none; max-height: none; padding: 18px 20px 0; border: 1px solid var(--rule); border-radius: 8px; background: var(--paper); color: var(--ink); box-shadow: 0 12px 40px #0003; flex-direction: column; }
#picker[open] { display: flex; }
#picker::backdrop { background: #0006; }
.filters { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)) auto; gap: 10px; align-items: end; font-size: 14px; color: var(--dim); }
.filters .typing { grid-column: 1 / -2; }
.filters input, .filters select { display: block; width: 100%; height: 36px; padding: 0 10px; margin-top: 2px; border: 1px solid var(--faint); border-radius: 5px; background: var(--paper); color: var(--ink); font-size: 15px; }
#close { grid-column: -2; grid-row: 1; height: 36px; padding: 0 14px; border: 1px solid var(--faint); border-radius: 5px; color: var(--ink); }
#count { margin: 10px 0 6px; font-size: 14px; color: var(--dim); }
#found { flex: 1; overflow: auto; margin: 0 -20px; padding: 0 20px 16px; border-top: 1px solid var(--rule); }
#found h3 { font: 600 14px/20px var(--sans); color: var(--dim); margin: 16px 0 4px 8px; }
#found ul { list-style: none; margin: 0; padding: 0; }
#found a { display: grid; grid-template-columns: 68px 1fr; padding: 6px 8px; border-radius: 4px; color: inherit; text-decoration: none; }
#found a:hover, #found a[aria-current] { background: var(--tint); }
#found b { font: 600 14px/22px var(--sans); color: var(--dim); }
#found small { display: block; font-size: 14px; color: var(--dim); }
@media (max-width: 640px) {
  .filters { grid-template-columns: minmax(0, 1fr) auto; }
  .filters .typing { grid-column: 1; }
  .filters label:not(.typing) { grid-column: 1 / -1; display: grid; grid-template-columns: 72px 1fr; align-items: center; }
}
"""#

  static let script = #"""
'use strict';
// Short ways to make elements, and to measure text.

const byId = (id) => document.getElementById(id);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const html = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);

const pen = document.createElement('canvas').getContext('2d');
const widths = new Map();

/// The width of a text in the figures' font.
function textWidth(text, size = 14) {
  const key = size + text;
  if (!widths.has(key)) {
    pen.font = `${size}px ${getComputedStyle(document.body).fontFamily}`;
    widths.set(key, pen.measureText(text).width);
  }
  return widths.get(key);
}

/// The parts of a text between which a line may end: words, and the parts of names that are wider than a line.
const partsOf = (text, width, size) => text.split(/(?<= )/).flatMap((word) =>
  (textWidth(word.trim(), size) > width ? word.split(/(?<=[a-z]\.)(?=[a-zA-Z])|(?<=[a-z])(?=[A-Z])/) : [word]));

/// Breaks a text into lines of at most `width`. A part that is wider counts as the lines that it needs.
function wrap(text, width, size = 14) {
  const lines = [];
  for (const part of partsOf(text, width, size)) {
    const longer = (lines.at(-1) ?? '') + part;
    if (lines.length && textWidth(longer.trim(), size) <= width) lines[lines.length - 1] = longer;
    else lines.push(part, ...Array(Math.max(0, Math.ceil(textWidth(part.trim(), size) / width) - 1)).fill(''));
  }
  return lines.map((line) => line.trim());
}

/// A text that breaks where `wrap` breaks it.
const breakable = (text, width) => partsOf(text, width, 14).flatMap((part, index) => (index ? [document.createElement('wbr'), part] : [part]));

/// Makes one button of a list reachable by Tab, the current one or the first, and the others by the keys up and down.
function keepOneTabStop(list, current) {
  const buttons = [...list.querySelectorAll('button')];
  const stop = current ?? buttons[0];
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

function moveByKeys(list) {
  list.addEventListener('keydown', (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const buttons = [...list.querySelectorAll('button')];
    const next = step && buttons[buttons.indexOf(event.target) + step];
    if (!next) return;
    event.preventDefault();
    keepOneTabStop(list, next);
    next.focus();
  });
}

/// A text with `code` in it.
const withCode = (text) => text.split('`').map((part, index) => (index % 2 ? html('code', {}, part) : part));

const isNarrow = () => matchMedia('(max-width: 1099px)').matches;
const plural = (count, word) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
// The recorded runs, and what to show of a pitfall when the reader has not chosen.

const atlas = JSON.parse(byId('data').textContent);
const sides = ['raw', 'managed'];
const eras = ['classic', 'current'];

/// The systems whose rules these eras are.
function systemsOf(group) {
  if (group.length > 1) return 'all systems';
  return { classic: 'iOS 8 to 10', current: 'from iOS 18' }[group[0]];
}

const pitfallWithId = (id) => atlas.pitfalls.find((pitfall) => pitfall.id.toLowerCase() === id.toLowerCase());

const actsOf = (pitfall, side) => pitfall.acts.filter((act) => act.side === side);

/// The first act of a side, and of the managed side the first one that does not repeat the mistake.
function defaultAct(pitfall, side) {
  const acts = actsOf(pitfall, side);
  return acts.find((act) => !act.sameMistake) ?? acts[0];
}

const pictureOf = (act, era) => atlas.pictures[act.pictures[era]];

/// The eras which differ for these acts, each with the eras that end alike.
function differingEras(acts) {
  const groups = [];
  for (const era of eras) {
    const alike = groups.find((group) => acts.every((act) => act.pictures[group[0]] === act.pictures[era]));
    if (alike) alike.push(era);
    else groups.push([era]);
  }
  return groups;
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const fileName = (path) => path.split('/').at(-1);

/// "the view", but "view 2" and "lateView": as the sentences name objects.
const named = (name) => (/[0-9A-Z]/.test(name) ? name : `the ${name}`);
// What the page shows, and the address that says so:
//   #PITFALL/SIDES/ERA/STEP, such as #LIF-1/raw/classic/7 or #LIF-1/managed.5-raw.2/current/3.
// SIDES names the side in front first. `.2` chooses an act, `-only` shows that side alone.

const state = { pitfall: null, acts: {}, front: 'raw', isAlone: false, era: 'classic', step: 0 };

function choosePitfall(pitfall) {
  state.pitfall = pitfall;
  state.acts = Object.fromEntries(sides.map((side) => [side, defaultAct(pitfall, side)]));
  state.step = 0;
}

const shownSides = () => (state.isAlone ? [state.front] : sides).filter((side) => state.acts[side]);

function address() {
  const other = state.front === 'raw' ? 'managed' : 'raw';
  const part = (side) => {
    const act = state.acts[side];
    return !act || act === defaultAct(state.pitfall, side) ? side : `${side}.${act.number}`;
  };
  let shown = part(state.front);
  if (state.isAlone) shown += '-only';
  else if (part(other).includes('.')) shown += `-${part(other)}`;
  return `#${state.pitfall.id}/${shown}/${state.era}/${state.step}`;
}

/// Reads an address into the state. Returns what could not be understood, in a sentence for each.
function readAddress(hash) {
  const problems = [];
  let words;
  try {
    words = decodeURIComponent(hash.replace(/^#/, '')).split('/');
  } catch {
    words = [hash.slice(1)];
  }
  const [id = '', shown = '', era = '', step = ''] = words;
  const pitfall = pitfallWithId(id);
  if (id && !pitfall) problems.push(`There is no pitfall “${id}”.`);
  choosePitfall(pitfall ?? pitfallWithId('LIF-1') ?? atlas.pitfalls[0]);
  [state.front, state.isAlone, state.era] = ['raw', false, 'classic'];
  if (pitfall) {
    readSides(shown, problems);
    if (eras.includes(era)) state.era = era;
    else if (era) problems.push(`There are no rules “${era}”. The rules are ${eras.join(', ')}.`);
    if (/^\d+$/.test(step)) state.step = Number(step);
    else if (step) problems.push(`“${step}” is not a step.`);
  }
  return problems;
}

function readSides(shown, problems) {
  let isFirst = true;
  for (const part of shown.split('-').filter(Boolean)) {
    const [side, number] = part.split('.');
    if (part === 'only') {
      state.isAlone = true;
    } else if (sides.includes(side) && state.acts[side]) {
      if (isFirst) state.front = side;
      isFirst = false;
      const act = actsOf(state.pitfall, side).find((act) => String(act.number) === number);
      if (act) state.acts[side] = act;
      else if (number !== undefined) problems.push(`${state.pitfall.id} has no act ${number} on the side “${side}”.`);
    } else {
      problems.push(`There is no side “${part}”.`);
    }
  }
}
// Long runs repeat themselves. If a few steps repeat, the first and the last time are shown, and the times between
// them become one step.

const shortest = 60;

/// Two steps are alike if they differ in numbers only.
const shape = (step) => step.title.replace(/"[^"]*"/g, '').replace(/\s*\d+/g, '').replace(/\bthe /g, '');

/// How often the `length` steps from `start` on come, one time after the other.
function repeats(shapes, start, length) {
  let end = start + length;
  while (end < shapes.length && shapes[end] === shapes[end - length]) end += 1;
  return Math.floor((end - start) / length);
}

function fold(steps) {
  if (steps.length <= shortest) return steps;
  const shapes = steps.map(shape);
  const folded = [];
  let index = 0;
  while (index < steps.length) {
    let best = null;
    for (let length = 1; length <= 8; length += 1) {
      const times = repeats(shapes, index, length);
      if (times >= 4 && times * length > (best ? best.times * best.length : 7)) best = { length, times };
    }
    if (!best) {
      folded.push(steps[index]);
      index += 1;
      continue;
    }
    const end = index + best.length * best.times;
    folded.push(...steps.slice(index, index + best.length));
    folded.push(joined(steps.slice(index + best.length, end - best.length), best));
    folded.push(...steps.slice(end - best.length, end));
    index = end;
  }
  return folded;
}

function joined(steps, { length, times }) {
  const last = steps.at(-1);
  const count = times - 2;
  const what = length === 1 ? 'the last step' : `the last ${length} steps`;
  return {
    title: `the same, ${plural(count, 'more time')}`,
    sentence: `The run repeats ${what} ${plural(count, 'more time')}. This row replaces ${plural(steps.length, 'step')}.`,
    isBad: steps.some((step) => step.isBad),
    thread: last.thread,
    lines: last.lines,
    marks: steps.flatMap((step) => step.marks),
    isFolded: true,
  };
}
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
// Where the lanes of a timeline are, and how high its rows.

const numberWidth = 34;
const lineHeight = 18;

/// A name in lines. A part that is too wide stays whole.
const wrapName = (name, width) => wrap(name, width).filter(Boolean);

/// The names that have a lane: objects and observers.
function laneNames(run, objects) {
  const isObserving = (mark) => ['adds', 'calls', 'skips', 'drops', 'removes'].includes(mark.what);
  const involved = run.picture.steps.flatMap((step) => step.marks).filter(isObserving).flatMap(({ from, to }) => [from, to]);
  const names = [...run.picture.lanes, ...involved].filter((name) => name && objects.get(name)?.role !== 'mediator');
  const group = grouping(run.picture);
  return [...new Set(names.map(group))];
}

/// How many registrations are in force at once, at most, with the objects of each lane. Four are drawn.
function registrationSlots(run, worlds) {
  const group = grouping(run.picture);
  const slots = new Map();
  for (const world of worlds) {
    const counts = new Map();
    for (const { to } of world.registrations.values()) counts.set(group(to), (counts.get(group(to)) ?? 0) + 1);
    for (const [lane, count] of counts) slots.set(lane, Math.max(slots.get(lane) ?? 0, Math.min(4, count)));
  }
  return slots;
}

function layOutLanes(run, worlds, width) {
  const names = laneNames(run, objectsOf(run.picture));
  const slots = registrationSlots(run, worlds);
  const room = names.map((name) => 12 + 6 * (slots.get(name) ?? 0));
  const least = room.reduce((sum, each) => sum + each, 0) + 30 * names.length + 20;
  const laneWidth = names.length ? Math.round(Math.min(width * 0.62, Math.max(least, Math.min(width * 0.5, Math.max(110 * names.length, width * 0.38))))) : 0;
  const gap = (laneWidth - 44 - room.reduce((sum, each) => sum + each, 0)) / Math.max(1, names.length - 1);
  const lanes = new Map();
  let x = names.length === 1 ? laneWidth / 2 : 28;
  names.forEach((name, index) => {
    lanes.set(name, { name, x: Math.round(x), slots: slots.get(name) ?? 0 });
    x += room[index] + gap;
  });
  return { lanes, laneWidth, group: grouping(run.picture), ...layOutHeads([...lanes.values()], laneWidth) };
}

/// Puts the lanes' names above them, in as many levels as they need not to touch.
function layOutHeads(lanes, laneWidth) {
  const heads = [];
  const spacing = lanes.length > 1 ? lanes[1].x - lanes[0].x : laneWidth;
  const levels = [];
  for (const lane of lanes) {
    const lines = wrapName(lane.name, Math.max(92, spacing - 8));
    const width = Math.max(...lines.map((line) => textWidth(line))) + 4;
    const x = Math.min(Math.max(lane.x, width / 2), laneWidth - width / 2);
    let level = 0;
    while (levels[level]?.some((head) => Math.abs(head.x - x) < (head.width + width) / 2 + 4)) level += 1;
    const head = { lane: lane.name, lines, width, x, level };
    (levels[level] ??= []).push(head);
    heads.push(head);
  }
  const heights = levels.map((level) => Math.max(...level.map((head) => head.lines.length)) * 16 + 4);
  const headHeight = heights.reduce((sum, height) => sum + height, 0) + 4;
  for (const head of heads) {
    const below = heights.slice(0, head.level).reduce((sum, height) => sum + height, 0);
    head.bottom = headHeight - below - 6;
  }
  return { heads, headHeight };
}

const onThread = (step) => (step.thread && step.thread !== 'main' ? step.thread.replace(/^a thread without a name$/, 'another thread') : '');

/// The heights that the rows of one run need. A title has four lines at most.
function rowHeights(run, layout, width) {
  layout.textWidth = width - layout.laneWidth - numberWidth - 10;
  const room = layout.textWidth;
  return run.rows.map((step) => {
    if (!step) return 34;
    const thread = onThread(step) ? wrap(`on ${onThread(step)}`, room, 13).length : 0;
    const lines = Math.min(4, wrap(step.title, room).length) + thread;
    return Math.max(34, lines * lineHeight + 8);
  });
}

/// The top, the middle and the bottom of each row.
function rowPlaces(heights) {
  let top = 0;
  return heights.map((height, row) => {
    const own = row === 0 ? 0 : height;
    const place = { top, middle: top + own / 2, bottom: top + own, height: own };
    top += own;
    return place;
  });
}
// The marks of the timeline: what each row draws between the lanes.

const tip = (x, y, direction, kind) => svg('path', { class: `tip ${kind}`, d: `M${x} ${y}l${-8 * direction} -4v8z` });

/// An arrow from lane to lane, or a loop for an object that deals with itself.
function arrow(from, to, y, kind, end = 'tip') {
  if (from === to) return loop(from, y, kind, end);
  const direction = Math.sign(to - from);
  // A stopped arrow ends before the registrations beside the lane.
  const [start, stop] = [from + 6 * direction, to - (end === 'stop' ? 20 : 5) * direction];
  const line = svg('path', { class: `line ${kind}`, d: `M${start} ${y}H${stop - (end === 'tip' ? 7 : 4) * direction}` });
  return svg('g', {}, line, endOfArrow(stop, y, direction, kind, end));
}

function loop(x, y, kind, end) {
  const line = svg('path', { class: `line ${kind}`, d: `M${x - 5} ${y - 7}h-16q-7 0 -7 7t7 7h8` });
  return svg('g', {}, line, endOfArrow(x - 5, y + 7, 1, kind, end));
}

function endOfArrow(x, y, direction, kind, end) {
  if (end === 'none') return svg('path', { class: `line ${kind}`, d: `M${x - 8 * direction} ${y}H${x}` });
  return end === 'tip' ? tip(x, y, direction, kind) : stopper(x - 4 * direction, y, kind);
}

const stopper = (x, y, kind) => svg('path', { class: `line ${kind}`, d: `M${x} ${y - 6}v12` });

const cross = (x, y) =>
  svg('g', {}, svg('circle', { class: 'ring bad', cx: x, cy: y, r: 7 }),
    svg('path', { class: 'ring bad', d: `M${x - 3} ${y - 3}l6 6m0 -6l-6 6` }));

/// The mediator on the way of a call or an add, beside the lanes that the arrow crosses.
function station(from, to, y, lanes = []) {
  const places = [0.5, 0.36, 0.64, 0.22, 0.78].map((share) => from + (to - from) * share);
  const free = places.find((place) => lanes.every((lane) => Math.abs(lane - place) > 12)) ?? places[0];
  const x = from === to ? from - 28 : free;
  return svg('rect', { class: 'station', x: x - 5, y: y - 5, width: 10, height: 10, rx: 2 });
}

/// Draws a mark of a step. `x` finds a lane, `bar` the place of a registration.
function drawMark(mark, y, x, bar, lanes) {
  const { what, from, to, via, isBad } = mark;
  const [start, end] = [x(from), x(to)];
  const isBetween = start !== undefined && end !== undefined;
  const through = (figure) => (via && isBetween ? svg('g', {}, figure, station(start, end, y, lanes)) : figure);
  switch (what) {
    case 'adds': return isBetween && through(arrow(start, end, y, 'registration'));
    case 'drops': return isBetween && arrow(start, end, y, 'registration dashed', 'stop');
    case 'removes': {
      if (!isBetween) return null;
      const place = bar(mark);
      return through(svg('g', {}, arrow(start, end, y, 'registration', 'none'), place && svg('path', { class: 'line registration', d: `M${place - 5} ${y}h10` })));
    }
    case 'sweeps': return bar(mark) && svg('circle', { class: 'ring', cx: bar(mark), cy: y + 6, r: 5 });
    case 'leftOver': return bar(mark) && cross(bar(mark), y + 6);
    case 'changes': return start !== undefined && svg('circle', { class: 'dot', cx: start, cy: y, r: 6 });
    case 'announces': return start !== undefined && svg('circle', { class: 'dot hollow', cx: start, cy: y, r: 5 });
    case 'looks': return start !== undefined && svg('path', { class: 'look', d: `M${start - 9} ${y}q9 -9 18 0q-9 9 -18 0z` });
    case 'calls': return isBetween && through(arrow(start, end, y, isBad ? 'bad' : 'call'));
    case 'skips': return isBetween && through(arrow(start, end, y, 'skip dashed', 'stop'));
    default: return null;
  }
}

/// The marks of a step that are drawn once: in a row that replaces many steps, one of each kind.
function marksToDraw(step, group) {
  const seen = new Set();
  return step.marks.filter((mark) => {
    const key = [mark.what, group(mark.from ?? ''), group(mark.to ?? ''), step.isFolded ? '' : mark.registration].join('>');
    return !seen.has(key) && seen.add(key);
  });
}
// The bars of the timeline: how long each object lives, and each registration.

/// The rows of a life: of an object, or of all objects that share a lane.
function lifeOf(lane, run, group) {
  const life = { born: null, dying: null, gone: null, leaks: null, count: 0 };
  let open = 0;
  run.rows.forEach((step, row) => {
    for (const { what, from, to } of step?.marks ?? []) {
      const isOwn = from && group(from) === lane;
      if (life.born === null && (isOwn || (to && group(to) === lane))) life.born = row;
      if (!isOwn) continue;
      if (what === 'born') { open += 1; life.count += 1; life.gone = null; }
      if (what === 'dying') life.dying ??= row;
      if (what === 'gone') { open -= 1; if (open <= 0) life.gone = row; }
      if (what === 'leaks') life.leaks = row;
    }
  });
  if (life.count > 1) life.dying = null;
  return life;
}

const rowOf = (run, kind) => run.rows.findIndex((step) => step?.marks.some((mark) => mark.what === kind));

/// Where everything on a side stops: at the death of the process, or at the end of the story.
function endOf(run, places) {
  const [death, end] = [rowOf(run, 'dies'), rowOf(run, 'ends')];
  if (death > 0) return { death, y: places[death].middle + 9 };
  return { death: null, y: end > 0 ? places[end].bottom : places.at(-1).bottom };
}

function drawLife(lane, run, group, places, end) {
  const { x } = lane;
  const life = lifeOf(lane.name, run, group);
  if (life.born === null) return [];
  const bar = (kind, from, to) => svg('rect', { class: kind, x: x - 4, width: 8, rx: 2, y: from, height: Math.max(0, to - from) });
  const top = places[life.born].middle - 9;
  const isAtOnce = life.dying !== null && life.dying === life.gone;
  const dying = life.dying === null ? null : places[life.dying].middle - (isAtOnce ? 9 : 0);
  const gone = life.gone === null ? end.y : places[life.gone].middle + 9;
  const parts = [bar('life', top, dying ?? gone)];
  if (dying !== null) parts.push(bar('dying', dying, gone));
  if (life.gone !== null) parts.push(svg('path', { class: 'line', d: `M${x - 8} ${gone}h16` }));
  if (life.leaks !== null) parts.push(bar('leak', places[life.leaks].top, places.at(-1).bottom));
  return parts;
}

/// The registrations, each with the rows it is in force and its place beside the observed object's lane.
function registrationBars(run, layout, places, end) {
  const bars = new Map();
  const taken = new Map();
  run.rows.forEach((step, row) => {
    for (const { what, to, registration } of step?.marks ?? []) {
      const lane = to && layout.lanes.get(layout.group(to));
      if (!lane || !registration) continue;
      const slots = taken.get(lane.name) ?? [];
      taken.set(lane.name, slots);
      if (what === 'adds') {
        let slot = slots.findIndex((name) => name === null || name === undefined);
        if (slot < 0) slot = Math.min(3, slots.length);
        slots[slot] = registration;
        bars.set(registration, { x: lane.x + 10 + 6 * slot, top: places[row].middle, bottom: end.y });
      } else if (what === 'removes' || what === 'sweeps') {
        const bar = bars.get(registration);
        if (bar) bar.bottom = places[row].middle + (what === 'sweeps' ? 6 : 0);
        const slot = slots.indexOf(registration);
        if (slot >= 0) slots[slot] = null;
      } else if (what === 'leftOver' && bars.has(registration)) {
        bars.get(registration).bottom = places[row].middle + 6;
      }
    }
    // A registration ends with an object that is deallocated silently.
    for (const { what, from } of step?.marks ?? []) {
      if (what !== 'gone') continue;
      const lane = layout.lanes.get(layout.group(from));
      if (!lane || layout.group(from) !== from) continue;
      for (const name of taken.get(lane.name) ?? []) if (name) bars.get(name).bottom = places[row].middle + 9;
      taken.set(lane.name, []);
    }
  });
  return bars;
}
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
// Where the boxes of the graph are, for the whole run: the story above, observers left, observed objects right,
// the mediator and the controllers between them.

const storyName = 'the story';

function columnsOf(worlds, group) {
  const objects = worlds.at(-1).objects;
  const [observers, observed, seen] = [new Set(), new Set(), new Set()];
  for (const world of worlds) {
    for (const name of world.life.keys()) seen.add(name);
    for (const { from, to } of world.registrations.values()) {
      observers.add(group(from));
      observed.add(group(to));
    }
  }
  const columns = { left: [], middle: [], right: [] };
  const hasMediator = worlds.some((world) => world.hasMediator);
  const hasMiddle = hasMediator || [...objects.values()].some((object) => object.role === 'controller');
  const add = (column, name) => columns[column].includes(name) || columns[column].push(name);
  if (hasMediator) add('middle', 'mediator');
  for (const name of seen) {
    const box = group(name);
    const isObserver = observers.has(box);
    const isObserved = observed.has(box);
    if (objects.get(name)?.role === 'controller' && !isObserver) add('middle', box);
    else if (isObserver && isObserved) add(observesOnlyItself(worlds, box, group) ? 'left' : hasMiddle ? 'right' : 'middle', box);
    else if (isObserver) add('left', box);
    else if (isObserved) add('right', box);
    else add(columns.left.length > columns.right.length ? 'right' : 'left', box);
  }
  // Observers and observed objects come first, opposite each other.
  columns.left.sort((one, other) => observers.has(other) - observers.has(one));
  columns.right.sort((one, other) => observed.has(other) - observed.has(one));
  // With nothing on the right, the controllers have the place.
  if (!columns.right.length) {
    columns.right = columns.middle.filter((name) => name !== 'mediator');
    columns.middle = columns.middle.filter((name) => name === 'mediator');
  }
  return columns;
}

function observesOnlyItself(worlds, box, group) {
  const own = worlds.flatMap((world) => [...world.registrations.values()]).filter(({ from, to }) => group(from) === box || group(to) === box);
  return own.every(({ from, to }) => from === to);
}

/// Boxes by name: { name, lines, x, y, width, height }, where x and y are the middle.
function layOutBoxes(worlds, group, width) {
  const columns = columnsOf(worlds, group);
  const box = (name, room) => {
    const lines = wrapName(name, room);
    const wide = Math.max(...lines.map((line) => textWidth(line)));
    return { name, lines, width: Math.max(44, wide + 18), height: lines.length * 16 + 14 };
  };
  const used = ['left', 'middle', 'right'].filter((column) => columns[column].length);
  const room = Math.max(60, (width - 40 * (used.length - 1)) / Math.max(1, used.length) - 18);
  const boxes = new Map();
  const made = Object.fromEntries(used.map((column) => [column, columns[column].map((name) => box(name, Math.min(110, room)))]));
  const widest = (column) => Math.max(0, ...(made[column] ?? []).map((each) => each.width));
  const isTight = widest('left') + widest('middle') + widest('right') + 60 > width;
  const tallest = Math.max(30, ...Object.values(made).flat().map((each) => each.height));
  const pitch = Math.max(tallest + 38, 76);
  const centres = { left: widest('left') / 2 + 8, middle: width / 2, right: width - widest('right') / 2 - 8 };
  const top = 112;
  let bottom = top;
  for (const column of used) {
    // Where three boxes have no room side by side, those in the middle are between the rows.
    const shift = column === 'middle' && isTight && used.length === 3 ? Math.max(pitch / 2, tallest + 12) : 0;
    made[column].forEach((each, index) => {
      each.x = centres[column];
      each.y = top + shift + index * Math.max(pitch, isTight && used.length === 3 ? 2 * tallest + 24 : 0);
      bottom = Math.max(bottom, each.y + each.height / 2);
      boxes.set(each.name, each);
    });
  }
  // A mediator alone between self-observers is below the line between them.
  const mediator = boxes.get('mediator');
  if (mediator && used.includes('right') && columns.right.every((name) => /controller/.test(name)) && columns.middle.length === 1) {
    mediator.y = bottom + 84;
    bottom = mediator.y + mediator.height / 2;
  }
  if (boxes.size) boxes.set(storyName, { ...box(storyName, 200), x: width / 2, y: 20 });
  return { boxes, height: boxes.size ? bottom + 30 : 60, width };
}
// How the arrows of the graph run. Each is a curve that bends as little as it can, and avoids boxes and other arrows.

const bends = [0, 16, -16, 30, -30, 48, -48, 70, -70, 96, -96, 124, -124];

/// In how many points a curve is looked at.
const samples = 14;

const pointOn = ({ start, control, end }, t) => ({
  x: (1 - t) ** 2 * start.x + 2 * t * (1 - t) * control.x + t * t * end.x,
  y: (1 - t) ** 2 * start.y + 2 * t * (1 - t) * control.y + t * t * end.y,
});

/// The point where the line from `origin`, inside a box, to `target` leaves the box.
function borderOf(box, origin, target, margin) {
  const [dx, dy] = [target.x - origin.x, target.y - origin.y];
  const share = (d, centre, half, start) => (d ? (centre + Math.sign(d) * (half + margin) - start) / d : Infinity);
  const least = Math.min(share(dx, box.x, box.width / 2, origin.x), share(dy, box.y, box.height / 2, origin.y), 0.95);
  return { x: origin.x + dx * least, y: origin.y + dy * least };
}

function curveBetween(from, to, bend) {
  if (from === to) return loopAt(from, bend);
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [nx, ny] = [(from.y - to.y) / length, (to.x - from.x) / length];
  const control = { x: (from.x + to.x) / 2 + nx * bend * 2, y: (from.y + to.y) / 2 + ny * bend * 2 };
  // Arrows between the same boxes leave them side by side.
  const shift = Math.max(-12, Math.min(12, bend / 2.5));
  const origin = (box) => ({ x: box.x + nx * shift, y: box.y + ny * shift });
  return { start: borderOf(from, origin(from), control, 2), control, end: borderOf(to, origin(to), control, 3) };
}

/// A loop above a box that refers to itself, or below it.
function loopAt(box, bend) {
  const below = bend > 0 ? 1 : -1;
  const reach = 34 + Math.abs(bend) / 2;
  return {
    start: { x: box.x - 12, y: box.y + (box.height / 2 + 2) * below },
    control: { x: box.x, y: box.y + (box.height / 2 + reach) * below },
    end: { x: box.x + 12, y: box.y + (box.height / 2 + 3) * below },
  };
}

function costOf(curve, bend, edge, boxes, routed, size) {
  let cost = Math.abs(bend) * 0.25;
  for (let index = 1; index < samples; index += 1) {
    const point = pointOn(curve, index / samples);
    if (point.x < 4 || point.x > size.width - 4 || point.y < 2 || point.y > size.height - 4) cost += 100;
    for (const box of boxes.values()) {
      const isOwn = box.name === edge.from || box.name === edge.to;
      const margin = isOwn ? -2 : 6;
      const isInside = Math.abs(point.x - box.x) < box.width / 2 + margin && Math.abs(point.y - box.y) < box.height / 2 + margin;
      if (isInside) cost += isOwn ? 7 : 70;
    }
    for (const other of routed) if (other.points.some((each) => (each.x - point.x) ** 2 + (each.y - point.y) ** 2 < 80)) cost += 5;
  }
  return cost;
}

/// Gives each edge its curve, one after the other, and its label a place of its own.
function routeEdges(edges, layout) {
  const routed = [];
  for (const edge of edges) {
    const [from, to] = [layout.boxes.get(edge.from), layout.boxes.get(edge.to)];
    if (!from || !to) continue;
    const choices = bends.map((bend) => ({ bend, curve: curveBetween(from, to, bend) }));
    for (const choice of choices) choice.cost = costOf(choice.curve, choice.bend, edge, layout.boxes, routed, layout);
    const { curve } = choices.reduce((best, choice) => (choice.cost < best.cost ? choice : best));
    const points = Array.from({ length: samples + 1 }, (_, index) => pointOn(curve, index / samples));
    routed.push({ ...edge, curve, points });
  }
  const labels = [];
  for (const edge of routed) if (edge.label) edge.labelPlace = placeForLabel(edge, layout, routed, labels);
  return routed;
}

const labelShifts = (width) => [
  [0, 15], [0, -15], [width / 2 + 6, 0], [-width / 2 - 6, 0], [width / 2, 10], [-width / 2, 10], [width / 2, -10], [-width / 2, -10],
  [0, 24], [0, -24], [0, 0],
];

function placeForLabel(edge, layout, routed, labels) {
  const [width, height] = [textWidth(edge.label, 13) + 6, 17];
  let best = null;
  for (const t of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]) {
    const { x, y } = pointOn(edge.curve, t);
    for (const [dx, dy] of labelShifts(width)) {
      const place = { x: Math.min(Math.max(x + dx, width / 2 + 2), layout.width - width / 2 - 2), y: y + dy, width, height };
      const boxes = [...layout.boxes.values()].map((box) => ({ ...box, y: box.y + 9, height: box.height + 18 }));
      if ([...boxes, ...labels].some((other) => touch(place, other)) || place.y < 10 || place.y > layout.height - 8) continue;
      const crossings = routed.filter((other) => other !== edge && other.points.some((point) => touch(place, { ...point, width: 0, height: 0 }))).length;
      const own = edge.points.some((point) => touch(place, { ...point, width: 0, height: 0 })) ? 3 : 0;
      // Below a box is room for what becomes of it, such as "still observed", which can be wider than the box.
      const captions = boxes.filter((box) => touch(place, { x: box.x, y: box.y + box.height / 2, width: 104, height: 22 })).length;
      const cost = 2 * crossings + 1.5 * captions + own + Math.abs(t - 0.5) + Math.hypot(dx, dy) / 200;
      if (!best || cost < best.cost) best = { ...place, cost };
    }
  }
  if (best) labels.push(best);
  return best;
}

const touch = (one, other) =>
  Math.abs(one.x - other.x) < (one.width + other.width) / 2 && Math.abs(one.y - other.y) < (one.height + other.height) / 2;
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
// Moves from step to step: buttons, keys, slider, play. Chooses the sides, the acts and the era.

const pace = 2600;
let timer = 0;

function stop() {
  clearInterval(timer);
  timer = 0;
  showPlay();
}

function play() {
  if (timer) return stop();
  if (state.step === scale.count) goTo(0);
  const next = () => {
    goTo(state.step + 1);
    if (state.step === scale.count) stop();
  };
  timer = setInterval(next, pace);
  next();
  showPlay();
}

function showPlay() {
  byId('play').setAttribute('aria-label', timer ? 'Pause' : 'Play');
  byId('play').classList.toggle('playing', timer !== 0);
}

function goTo(step) {
  state.step = Math.max(0, Math.min(scale.count, step));
  show();
}

/// A step that the reader chooses ends the play.
function jump(step, side) {
  stop();
  if (side) state.front = side;
  goTo(step);
}

function chooseAct(side, act) {
  stop();
  state.acts[side] = act;
  [state.front, state.step] = [side, 0];
  rebuild(true);
  byId(side).querySelector('.acts [aria-pressed=true]')?.focus();
}

function chooseShown(front, isAlone) {
  stop();
  Object.assign(state, { front, isAlone });
  rebuild(true);
}

function setUpControls() {
  const on = (id, act) => byId(id).addEventListener('click', act);
  on('first', () => jump(0));
  on('back', () => jump(state.step - 1));
  on('play', play);
  on('forward', () => jump(state.step + 1));
  on('last', () => jump(scale.count));
  byId('slider').addEventListener('input', (event) => jump(Number(event.target.value)));
  byId('era').addEventListener('change', (event) => {
    stop();
    state.era = event.target.value;
    rebuild(true);
    byId('era').querySelector(':checked')?.focus();
  });
  byId('shown').addEventListener('change', (event) => {
    const { value } = event.target;
    chooseShown(value === 'both' ? 'raw' : value, value !== 'both');
  });
  document.addEventListener('keydown', onKey);
}

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || byId('picker').open) return;
  if (event.target.matches('input, select, textarea')) return;
  if (event.target.getAttribute('role') === 'tab' && event.key.startsWith('Arrow')) return;
  const moves = {
    ArrowRight: () => jump(state.step + 1), ArrowLeft: () => jump(state.step - 1),
    Home: () => jump(0), End: () => jump(scale.count), '/': openPicker,
    ' ': play,
  };
  if (!moves[event.key] || (event.key === ' ' && event.target.matches('button, summary, a'))) return;
  event.preventDefault();
  moves[event.key]();
}

/// The eras are offered only where they change something.
function showEras() {
  const groups = differingEras(shownSides().map((side) => state.acts[side]));
  byId('era').hidden = groups.length < 2;
  byId('eras').replaceChildren(...groups.map((group) => html('label', {},
    html('input', { type: 'radio', name: 'era', value: group[0], checked: group.includes(state.era) }),
    html('span', {}, systemsOf(group), html('small', {}, group.join(', '))))));
}

function showTabs() {
  const tabs = sides.filter((side) => state.acts[side]).map((side) => html('button', {
    type: 'button', role: 'tab', id: `tab-${side}`, 'aria-controls': side, 'aria-selected': String(side === state.front),
    tabindex: side === state.front ? 0 : -1, onclick: () => chooseTab(side),
    onkeydown: (event) => event.key.startsWith('Arrow') && chooseTab(side === 'raw' ? 'managed' : 'raw'),
  }, capital(state.acts[side].label)));
  byId('tabs').replaceChildren(...tabs);
}

function chooseTab(side) {
  if (!state.acts[side]) return;
  chooseShown(side, state.isAlone);
  byId(`tab-${side}`).focus();
}
// Puts the page together, and shows a step of it.

let scale = null;
let acts = [];
let builtWidth = 0;

/// Rebuilds both sides after another pitfall, act or era is chosen, or the width has changed.
function rebuild(isNew = false) {
  const { pitfall } = state;
  // A rebuilt part is not animated.
  document.body.classList.add('still');
  setTimeout(() => document.body.classList.remove('still'), 100);
  scale = makeScale();
  state.step = Math.min(state.step, scale.count);
  byId('name').textContent = pitfall.id;
  byId('title').textContent = pitfall.title;
  document.title = `${pitfall.id}: ${pitfall.title}. The atlas of observing`;
  document.body.classList.toggle('alone', state.isAlone || shownSides().length === 1);
  for (const side of sides) {
    byId(side).hidden = !shownSides().includes(side);
    byId(side).classList.toggle('front', side === state.front);
    byId(side).replaceChildren();
  }
  const choice = state.isAlone ? state.front : 'both';
  for (const input of byId('shown').querySelectorAll('input')) input.checked = input.value === choice;
  showEras();
  showTabs();
  buildActs();
  showLesson();
  if (isNew) history.pushState(null, '', address());
  noted = location.hash;
  show();
}

function buildActs() {
  builtWidth = innerWidth;
  const runs = Object.values(scale.runs);
  const width = Math.max(...runs.map(({ side }) => byId(side).clientWidth));
  const plans = runs.map((run) => {
    const worlds = worldsOf(run);
    const layout = layOutLanes(run, worlds, timelineWidthIn(width));
    return { run, worlds, layout, heights: rowHeights(run, layout, timelineWidthIn(width)) };
  });
  // The heads of both sides are equally high, and so are the rows: the same row is the same moment.
  const headHeight = Math.max(...plans.map(({ layout }) => layout.headHeight));
  for (const { layout } of plans) {
    for (const head of layout.heads) head.bottom += headHeight - layout.headHeight;
    layout.headHeight = headHeight;
  }
  const places = rowPlaces(plans[0].heights.map((_, row) => Math.max(...plans.map(({ heights }) => heights[row]))));
  acts = plans.map(({ run, worlds, layout }) => makeAct(run, worlds, layout, places, width, (step) => jump(step, run.side)));
  for (const act of acts) {
    const section = byId(act.side);
    section.style.setProperty('--graph', `${graphWidthIn(width)}px`);
    section.style.setProperty('--head', `${headHeight}px`);
    section.classList.toggle('wide', width >= 640);
    section.setAttribute('aria-label', `${act.side}: ${scale.runs[act.side].act.title}`);
    section.replaceChildren(act.head, ...act.content);
  }
  reserveSentences();
  limitTimelines();
}

/// A long timeline scrolls for itself, and ends where the controls begin.
function limitTimelines() {
  for (const { side } of acts) {
    const section = byId(side);
    const top = section.querySelector('.happened').getBoundingClientRect().top + scrollY + 24;
    const least = section.classList.contains('wide') ? 320 : 230;
    section.style.setProperty('--room', `${Math.max(least, innerHeight - top - byId('bar').offsetHeight - 6)}px`);
  }
}

/// Gives the sentences the height of the longest one, so that what is below stays where it is.
function reserveSentences() {
  const longest = (run) => run.rows.reduce((text, step) => (step && step.sentence.length > text.length ? step.sentence : text), opening(run.act));
  const fields = acts.map(({ side }) => byId(side).querySelector('.sentence'));
  acts.forEach(({ side }, index) => { fields[index].textContent = longest(scale.runs[side]); });
  const height = Math.max(...fields.map((field) => field.offsetHeight));
  for (const field of fields) field.style.minHeight = `${Math.min(height, isNarrow() ? 130 : 108)}px`;
}

function showLesson() {
  const { why, fix, card, lesson, lessonTitle } = state.pitfall;
  byId('why').replaceChildren(...withCode(why));
  byId('fix').replaceChildren(...withCode(fix));
  byId('card').textContent = `Lessons/${card}`;
  byId('in-lesson').textContent = `${lesson}, ${lessonTitle}`;
}

function show() {
  const { step } = state;
  const said = acts.map((act) => {
    const sentence = act.show(step);
    return !isNarrow() || act.side === state.front ? `${capital(state.acts[act.side].label)}: ${sentence}` : '';
  });
  byId('spoken').textContent = `Step ${step} of ${scale.count}. ${said.join(' ')}`;
  byId('slider').max = scale.count;
  byId('slider').value = step;
  byId('slider').setAttribute('aria-valuetext', `step ${step} of ${scale.count}`);
  byId('where').textContent = `step ${step} of ${scale.count}`;
  for (const id of ['first', 'back']) byId(id).setAttribute('aria-disabled', String(step === 0));
  for (const id of ['forward', 'last']) byId(id).setAttribute('aria-disabled', String(step === scale.count));
  byId('after').hidden = step < scale.count;
  noteAddress();
}

let isNoting = false;
let noted = location.hash;

/// Keeps the address up to date. Browsers refuse many changes a second, so it follows a held key with a delay.
function noteAddress() {
  if (isNoting) return;
  isNoting = true;
  setTimeout(() => {
    isNoting = false;
    // An address that the reader has entered meanwhile is followed, not overwritten.
    if (location.hash !== noted) return;
    history.replaceState(null, '', address());
    noted = location.hash;
  }, 100);
}

function follow() {
  stop();
  const problems = readAddress(location.hash);
  scale = makeScale();
  if (state.step > scale.count) problems.push(`This run has ${plural(scale.count, 'step')} here. The page shows the last one.`);
  byId('problem').textContent = problems.join(' ');
  byId('problem').hidden = !problems.length;
  rebuild();
}

function showKey() {
  byId('key').append(legendList([...timelineMarks(), ...graphMarks()]));
}

document.body.classList.add('running');
setUpPicker();
setUpControls();
showKey();
addEventListener('hashchange', follow);
addEventListener('resize', () => innerWidth !== builtWidth && rebuild());
follow();
"""#
}
