/** What a rendering may use up: time, and the length of what it makes. */

/** The template does something it may not, or cannot be done: words for its author. */
class TemplateProblem extends Error {}

/** The template takes too long. */
class Exhausted extends TemplateProblem {}

const longestText = 1_048_576;
const longestList = 100_000;

let steps = 0;
let look = 0;
let deadline = 0;

/** Begins a rendering that may take so many milliseconds. */
function begin(milliseconds) {
  steps = 0;
  look = 32;
  deadline = performance.now() + milliseconds;
}

/** Counts steps, and ends the rendering when its time is over. */
function tick(n = 1) {
  steps += n;
  if (steps < look) return;
  look = steps + 32;
  if (performance.now() > deadline) throw new Exhausted('It takes too long.');
}

/** A text, unless it is too long. */
function text(value) {
  tick(1 + (value.length >> 10));
  if (value.length > longestText) throw new TemplateProblem('It makes a text that is too long.');
  return value;
}

/** Refuses to make a text or a list of that length. */
function checkLength(length, most = longestText) {
  if (length > most) throw new TemplateProblem('It makes something that is too long.');
}

/** A list, unless it is too long. */
function list(value) {
  tick(1 + (value.length >> 4));
  checkLength(value.length, longestList);
  return value;
}

/** Pieces put together. */
function joined(pieces, separator = '') {
  tick(1 + (pieces.length >> 2));
  let length = separator.length * Math.max(0, pieces.length - 1);
  for (const piece of pieces) length += piece.length;
  checkLength(length);
  return text(pieces.join(separator));
}

module.exports = { TemplateProblem, Exhausted, begin, tick, text, list, joined, checkLength, longestList };
