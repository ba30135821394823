/** Lines of a width, as Python's `textwrap` makes them for Jinja2. */
const { TemplateProblem, tick, joined } = require('./meter');
const v = require('./values');
const { lengthOf } = require('./format');
const { lines } = require('./methods');

const spaces = /([\t\n\v\f\r ]+)/;
/** Between words, around dashes, and behind the hyphens of words. */
const hyphens =
  /([\t\n\v\f\r ]+|(?<=[\p{L}\p{N}_!"'&.,?])-{2,}(?=[\p{L}\p{N}_])|[^\t\n\v\f\r ]+?(?:-(?:(?<=[\p{L}_]{2}-)|(?<=[\p{L}_]-[\p{L}\p{N}_!"'&.,?]-))(?=[\p{L}_]-?[\p{L}_])|(?=[\t\n\v\f\r ]|$)|(?<=[\p{L}\p{N}_!"'&.,?])(?=-{2,}[\p{L}\p{N}_])))/u;

const isBlank = (chunk) => chunk !== undefined && chunk.trim() === '';

/** How much of a word that is too long for a line goes into it: up to a hyphen, where it has one. */
function cutOf(word, left, onHyphens) {
  const hyphen = onHyphens && word.length > left ? word.lastIndexOf('-', left - 1) : -1;
  const cut = hyphen > 0 && /[^-]/.test(word.slice(0, hyphen)) ? hyphen + 1 : left;
  const isPair = /[\ud800-\udbff]/.test(word[cut - 1]) && /[\udc00-\udfff]/.test(word[cut] ?? '');
  return isPair ? cut + 1 : cut;
}

function linesOf(paragraph, width, breakWords, onHyphens) {
  const chunks = paragraph
    .split(onHyphens ? hyphens : spaces)
    .filter((chunk) => chunk !== '')
    .reverse();
  const made = [];
  while (chunks.length > 0) {
    tick();
    const line = [];
    let length = 0;
    if (made.length > 0 && isBlank(chunks.at(-1))) chunks.pop();
    while (chunks.length > 0 && length + lengthOf(chunks.at(-1)) <= width) {
      tick();
      length += lengthOf(chunks.at(-1));
      line.push(chunks.pop());
    }
    const next = chunks.at(-1);
    if (next !== undefined && lengthOf(next) > width) {
      if (breakWords) {
        const cut = cutOf(next, width - length, onHyphens);
        line.push(next.slice(0, cut));
        chunks[chunks.length - 1] = next.slice(cut);
      } else if (line.length === 0) line.push(chunks.pop());
    }
    if (isBlank(line.at(-1))) line.pop();
    if (line.length > 0) made.push(line.join(''));
  }
  return made;
}

function wrapped(value, width = 79, breakWords = true, glue = '\n', onHyphens = true) {
  if (!(v.isNumber(width) && v.number(width) > 0)) throw new TemplateProblem('`wordwrap` wants a width.');
  const separator = glue === null ? '\n' : v.str(glue);
  const paragraphs = lines(value, false).map((paragraph) =>
    joined(linesOf(paragraph, v.number(width), v.truth(breakWords), v.truth(onHyphens)), separator),
  );
  return joined(paragraphs, separator);
}

module.exports = { wrapped };
