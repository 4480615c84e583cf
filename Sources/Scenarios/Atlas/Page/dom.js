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
