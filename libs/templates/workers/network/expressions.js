/** Regular expressions as Python writes them, in the words of JavaScript. */
const { TemplateProblem, tick, text } = require('../meter');
const v = require('../values');

const longest = { pattern: 1000, text: 65_536 };

const unknown = (what) => new TemplateProblem(`${what} is not known in regular expressions here.`);

const spaces = '\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

/** What stands for several characters, in brackets. */
const sets = { d: '\\p{Nd}', w: '\\p{L}\\p{N}_', s: spaces };
const controls = { a: '\\x07', f: '\\f', n: '\\n', r: '\\r', t: '\\t', v: '\\v' };

/** What is behind a backslash, in brackets or outside of them, and how many characters that is. */
function escaped(rest, isInBrackets) {
  const [sign] = [...rest];
  if (sign === undefined) throw unknown('A backslash at the end');
  const code = /^(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4})/.exec(rest);
  if (code) return [`\\${code[0]}`, code[0].length];
  const octal = /^(?:0[0-7]{0,2}|[1-3][0-7]{2})/.exec(rest);
  if (octal) return [`\\x${Number.parseInt(octal[0], 8).toString(16).padStart(2, '0')}`, octal[0].length];
  const lower = sign.toLowerCase();
  if (Object.hasOwn(sets, lower)) {
    if (sign === lower) return [isInBrackets ? sets[sign] : `[${sets[sign]}]`, 1];
    if (!isInBrackets) return [`[^${sets[lower]}]`, 1];
    if (sign === 'D') return ['\\P{Nd}', 1];
    throw unknown(`\\${sign} in brackets`);
  }
  if (Object.hasOwn(controls, sign)) return [controls[sign], 1];
  if (sign === 'b' && isInBrackets) return ['\\x08', 1];
  if (!isInBrackets && /[1-9]/.test(sign)) {
    const [number] = /^\d{1,2}/.exec(rest);
    return [`\\${number}(?:)`, number.length];
  }
  if (!isInBrackets && sign === 'b') return [`(?:${edge(true)}|${edge(false)})`, 1];
  if (!isInBrackets && sign === 'B') return [`(?:(?<=[${sets.w}])(?=[${sets.w}])|(?<![${sets.w}])(?![${sets.w}]))`, 1];
  if (!isInBrackets && sign === 'A') return ['(?<![\\s\\S])', 1];
  if (!isInBrackets && sign === 'Z') return ['(?![\\s\\S])', 1];
  if (/[a-zA-Z0-9]/.test(sign)) throw unknown(`\\${sign}`);
  return [literal(sign), sign.length];
}

/** Where a word begins or ends. */
const edge = (begins) => `(?<${begins ? '!' : '='}[${sets.w}])(?${begins ? '=' : '!'}[${sets.w}])`;

const literal = (sign) => (/[\^$\\.*+?()[\]{}|/-]/.test(sign) ? `\\u{${sign.codePointAt(0).toString(16)}}` : sign);

function brackets(pattern, start) {
  let at = start + 1;
  let made = '[';
  if (pattern[at] === '^') made += pattern[at++];
  for (let isFirst = true; isFirst || pattern[at] !== ']'; isFirst = false) {
    if (at >= pattern.length) throw new TemplateProblem('A bracket of the regular expression is not closed.');
    if (pattern[at] === '\\') {
      const [found, length] = escaped(pattern.slice(at + 1), true);
      made += found;
      at += 1 + length;
    } else {
      const sign = String.fromCodePoint(pattern.codePointAt(at));
      made += sign === '-' && !isFirst && pattern[at + 1] !== ']' ? '-' : literal(sign);
      at += sign.length;
    }
  }
  return [`${made}]`, at + 1];
}

const groupStart =
  /\(\?(?:P<(?<name>[A-Za-z_]\w*)>|P=(?<same>[A-Za-z_]\w*)\)|(?<plain>:|=|!|<=|<!)|#(?<comment>[^)]*)\)|(?<flags>[aiLmsux]+)\))/y;

function group(pattern, at, flags) {
  groupStart.lastIndex = at;
  const found = groupStart.exec(pattern);
  if (!found) throw unknown(`“${pattern.slice(at, at + 4)}”`);
  const { name, same, plain, comment, flags: given } = found.groups;
  if (given !== undefined) {
    if (at > 0 || /[aLx]/.test(given)) throw unknown(`“${found[0]}”`);
    for (const flag of given.replace('u', '')) flags.add(flag);
  }
  const made = name !== undefined ? `(?<${name}>` : same !== undefined ? `\\k<${same}>` : plain ? `(?${plain}` : '';
  return [comment === undefined ? made : '', at + found[0].length];
}

/** A pattern of Python as one of JavaScript. */
function translated(pattern, given) {
  const flags = new Set(given);
  const pieces = [];
  for (let at = 0; at < pattern.length; ) {
    const sign = String.fromCodePoint(pattern.codePointAt(at));
    let made = sign;
    let next = at + sign.length;
    if (sign === '\\') {
      const [found, length] = escaped(pattern.slice(next), false);
      made = found;
      next += length;
    } else if (sign === '[') [made, next] = brackets(pattern, at);
    else if (sign === '(' && pattern[next] === '?') [made, next] = group(pattern, at, flags);
    else if (sign === '$') made = flags.has('m') ? '(?=\\n|(?![\\s\\S]))' : '(?=\\n?(?![\\s\\S]))';
    else if (sign === '^') made = flags.has('m') ? '(?<=\\n|(?<![\\s\\S]))' : '(?<![\\s\\S])';
    else if (sign === '.') made = flags.has('s') ? '[\\s\\S]' : '[^\\n]';
    else if (sign === '{' || sign === '}') {
      const [count] = /^\{(?:\d+(?:,\d*)?|,\d+)\}/.exec(pattern.slice(at)) ?? [];
      made = count === undefined ? literal(sign) : count.replace('{,', '{0,');
      next = at + (count ?? sign).length;
    } else if (sign === ']' || sign === '/') made = literal(sign);
    pieces.push(made);
    at = next;
  }
  return new RegExp(pieces.join(''), `gu${flags.has('i') ? 'i' : ''}`);
}

const known = new Map();

/** A regular expression, with flags such as `m`. */
function expression(pattern, flags = '') {
  if (!v.isText(pattern)) throw new TemplateProblem(`A regular expression is a text, not ${v.kindOf(pattern)}.`);
  if (pattern.length > longest.pattern) throw new TemplateProblem('The regular expression is too long.');
  const key = `${flags}/${pattern}`;
  if (!known.has(key)) {
    try {
      known.set(key, translated(pattern, flags));
    } catch (error) {
      if (error instanceof SyntaxError) throw new TemplateProblem('That is no regular expression.');
      throw error;
    }
    if (known.size > 100) known.delete(known.keys().next().value);
  }
  return known.get(key);
}

/** The places where a text is as a regular expression says. */
function* matches(found, value) {
  if (!v.isText(value)) throw new TemplateProblem(`A text is searched, not ${v.kindOf(value)}.`);
  if (value.length > longest.text) throw new TemplateProblem('The text is too long to be searched.');
  tick(32);
  for (const match of value.matchAll(found)) {
    tick(8);
    yield match;
  }
}

const inTemplate = /\\(?:g<(\w+)>|(\d{1,2})|([abfnrtv\\])|([a-zA-Z]))/g;
const signs = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\' };

/** What is put in the place of matches: texts, and groups by their numbers or names, as `\1` and `\g<name>`. */
function piecesOf(template, found) {
  const groups = new RegExp(`${found.source}|`, found.flags).exec('');
  const pieces = [];
  let last = 0;
  for (const { 0: whole, 1: name, 2: number, 3: sign, 4: letter, index } of template.matchAll(inTemplate)) {
    if (letter !== undefined) throw unknown(whole);
    const group = name ?? number;
    const isNumber = /^\d+$/.test(group);
    if (!sign && !(isNumber ? Number(group) < groups.length : Object.hasOwn(groups.groups ?? {}, group)))
      throw new TemplateProblem(`There is no group ${group} in the regular expression.`);
    const inMatch = (match) => (isNumber ? match[Number(group)] : match.groups[group]) ?? '';
    pieces.push(template.slice(last, index), sign ? signs[sign] : inMatch);
    last = index + whole.length;
  }
  return [...pieces, template.slice(last)];
}

/** A text with something else in the place of what matches, so many times at most. */
function replaced(found, template, value, count = 0) {
  const other = piecesOf(v.str(template), found);
  const pieces = [];
  let last = 0;
  let done = 0;
  for (const match of matches(found, value)) {
    if (v.number(count) > 0 && done++ >= v.number(count)) break;
    pieces.push(value.slice(last, match.index), ...other.map((one) => (v.isText(one) ? one : one(match))));
    last = match.index + match[0].length;
  }
  return text([...pieces, value.slice(last)].join(''));
}

module.exports = { expression, matches, replaced };
