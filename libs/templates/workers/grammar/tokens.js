/** The words of a template: texts that stand for themselves, and what stands between braces. */
const { TemplateProblem } = require('../meter');

const opening = /\{\{[-+]?|\{%[-+]?\s*raw\s*(?:-%\}\s*|%\})|\{%[-+]?|\{#/g;
const rawEnd = /\{%([-+]?)\s*endraw\s*(?:-%\}\s*|\+?%\})/g;

const word = new RegExp(
  [
    String.raw`(?<space>\s+)`,
    String.raw`(?<close>[-+]?%\}|-?\}\})`,
    String.raw`(?<float>(?<!\.)\d[\d_]*(?:\.\d[\d_]*(?:e[+-]?\d[\d_]*)?|e[+-]?\d[\d_]*))`,
    String.raw`(?<whole>0x[\da-f_]+|0o[0-7_]+|0b[01_]+|\d[\d_]*)`,
    String.raw`(?<name>[\p{L}_][\p{L}\p{M}\p{N}_]*)`,
    String.raw`(?<text>'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*")`,
    String.raw`(?<sign>\*\*|//|==|!=|<=|>=|[-+*/%~()[\]{}<>=.:|,])`,
  ].join('|'),
  'iuy',
);

const escapes = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  "'": "'",
  '"': '"',
  '\\': '\\',
  '\n': '',
};
const escapeSigns = /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|([0-7]{1,3})|([\s\S]))/gi;

function characterOf(code) {
  if (code > 0x10ffff) throw new TemplateProblem('There is no such character.');
  return String.fromCodePoint(code);
}

/** What a quoted text says, with the escapes of Python; a backslash that begins none of them stays. */
const unquoted = (quoted) =>
  quoted.slice(1, -1).replace(escapeSigns, (whole, two, four, eight, octal, one) => {
    if (octal !== undefined) return characterOf(Number.parseInt(octal, 8));
    if (one === undefined) return characterOf(Number.parseInt(two ?? four ?? eight, 16));
    if ('xuUN'.includes(one)) throw new TemplateProblem(`“${whole}” begins an escape that is not complete.`);
    return escapes[one] ?? whole;
  });

function numberOf(written) {
  if (/_$|__|_[.e]|[.e]_/i.test(written)) throw new TemplateProblem(`“${written}” is no number.`);
  return Number(written.replaceAll('_', ''));
}

/** Reads what is between braces into the tokens, and says where it ends. */
function readWords(source, start, end, tokens) {
  let depth = 0;
  for (word.lastIndex = start; word.lastIndex < source.length; ) {
    const at = word.lastIndex;
    let found = word.exec(source)?.groups;
    // Within brackets `}}` closes two of them.
    if (found?.close !== undefined && depth > 0) {
      found = { sign: source[at] };
      word.lastIndex = at + 1;
    }
    if (!found) throw new TemplateProblem(`“${String.fromCodePoint(source.codePointAt(at))}” is not expected there.`);
    const { space, close, float, whole, name, text, sign } = found;
    if (close !== undefined) {
      if (!close.endsWith(end)) throw new TemplateProblem(`“${close}” is not expected there.`);
      tokens.push({ kind: 'close', value: close });
      return close.startsWith('-') ? skipSpace(source, word.lastIndex) : word.lastIndex;
    }
    if (space !== undefined) continue;
    if (float !== undefined) tokens.push({ kind: 'float', value: numberOf(float) });
    else if (whole !== undefined) tokens.push({ kind: 'whole', value: numberOf(whole) });
    else if (name !== undefined) tokens.push({ kind: 'name', value: name });
    else if (text !== undefined) tokens.push({ kind: 'text', value: unquoted(text) });
    else tokens.push({ kind: 'sign', value: sign });
    if ('([{'.includes(sign)) depth++;
    if (')]}'.includes(sign)) depth--;
  }
  throw new TemplateProblem('The template is not complete.');
}

function skipSpace(source, start) {
  let at = start;
  while (at < source.length && /\s/.test(source[at])) at++;
  return at;
}

/** Behind a comment. */
function commentEnd(source, start) {
  const end = source.indexOf('#}', start);
  if (end < 0) throw new TemplateProblem('A comment does not end.');
  return source[end - 1] === '-' && end > start ? skipSpace(source, end + 2) : end + 2;
}

/** All words of a template. */
function tokensOf(source) {
  const tokens = [];
  const data = (value, isTrimmed) => {
    const shown = isTrimmed ? value.trimEnd() : value;
    if (shown !== '') tokens.push({ kind: 'data', value: shown });
  };
  let at = 0;
  for (;;) {
    opening.lastIndex = at;
    const found = opening.exec(source);
    if (!found) break;
    const [open] = found;
    const behind = opening.lastIndex;
    data(source.slice(at, found.index), open[2] === '-' || (open === '{#' && source[behind] === '-'));
    if (open === '{#') at = commentEnd(source, behind);
    else if (open.includes('raw')) {
      rawEnd.lastIndex = behind;
      const end = rawEnd.exec(source);
      if (!end) throw new TemplateProblem('What begins with “raw” does not end.');
      data(source.slice(behind, end.index), end[1] === '-');
      at = rawEnd.lastIndex;
    } else {
      tokens.push({ kind: 'open', value: open.slice(0, 2) });
      at = readWords(source, behind, open[1] === '{' ? '}}' : '%}', tokens);
    }
  }
  data(source.slice(at), false);
  return tokens;
}

module.exports = { tokensOf };
