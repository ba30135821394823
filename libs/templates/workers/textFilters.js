const { TemplateProblem, text, joined, checkLength } = require('./meter');
const v = require('./values');
const { named, ofText } = require('./arguments');
const { percent, fixed } = require('./format');
const { split, replaced, capitalized, stripped, centred } = require('./methods');
const { wrapped } = require('./wrapped');
const { json } = require('./json');

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&#39;', '"': '&#34;' };
const escaped = ofText([], (value) => value.replace(/[&<>'"]/g, (one) => entities[one]));

function truncated(value, length = 255, whole = false, end = '...', leeway = 5) {
  const letters = [...value];
  if (letters.length <= length + leeway) return value;
  const kept = letters.slice(0, Math.max(0, length - end.length)).join('');
  if (v.truth(whole)) return kept + end;
  const at = kept.lastIndexOf(' ');
  return (at < 0 ? kept : kept.slice(0, at)) + end;
}

function indented(value, width = 4, first = false, blank = false) {
  if (!v.isText(width)) checkLength(width);
  const lead = v.isText(width) ? width : ' '.repeat(width);
  const lines = value.split('\n');
  return joined(
    lines.map((line, index) => ((index === 0 ? v.truth(first) : line !== '' || v.truth(blank)) ? lead + line : line)),
    '\n',
  );
}

/** Percent-encodes; a mapping becomes the query of an address. */
const encoded = named([], (value) => {
  const one = (part) =>
    encodeURIComponent(v.str(part)).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  if (!v.isMap(value) && !v.isList(value)) return text(one(value).replaceAll('%2F', '/'));
  const pairs = v.isMap(value) ? [...value] : value.map((pair) => v.items(pair));
  return joined(
    pairs.map(([key, item]) => `${one(key)}=${one(item)}`.replaceAll('%20', '+')),
    '&',
  );
});

const sizes = { false: [1000, ['kB', 'MB', 'GB', 'TB', 'PB']], true: [1024, ['KiB', 'MiB', 'GiB', 'TiB', 'PiB']] };

function fileSize(value, binary = false) {
  const [base, units] = sizes[v.truth(binary)];
  const bytes = Number(v.isNumber(value) ? v.number(value) : v.str(value));
  if (Number.isNaN(bytes)) throw new TemplateProblem('A size wants a number.');
  if (bytes === 1) return '1 Byte';
  if (bytes < base) return `${Math.trunc(bytes)} Bytes`;
  const power = Math.min(units.length, Math.floor(Math.log(bytes) / Math.log(base)));
  return `${fixed(bytes / base ** power, 1)} ${units[power - 1]}`;
}

const slug = (value) =>
  value
    .normalize('NFKD')
    .replace(/[^\x20-\x7e\s]/g, '')
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/[-\s]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '');

const textFilters = {
  upper: ofText([], (value) => value.toUpperCase()),
  lower: ofText([], (value) => value.toLowerCase()),
  capitalize: ofText([], capitalized),
  title: ofText([], (value) => value.replace(/[^\s\-([{<]+/g, capitalized)),
  trim: ofText(['chars'], (value, characters) => stripped(value, characters, true, true)),
  string: ofText([], (value) => value),
  safe: ofText([], (value) => value),
  escape: escaped,
  e: escaped,
  forceescape: escaped,
  center: ofText(['width'], (value, width = 80) => centred(value, width)),
  replace: ofText(['old', 'new', 'count'], (value, old, other, count = null) =>
    replaced(value, v.str(old), v.str(other), count),
  ),
  truncate: ofText(['length', 'killwords', 'end', 'leeway'], truncated),
  indent: ofText(['width', 'first', 'blank'], indented),
  wordwrap: ofText(['width', 'break_long_words', 'wrapstring', 'break_on_hyphens'], wrapped),
  striptags: ofText([], (value) => split(value.replace(/<[^<>]*>/g, ''), undefined).join(' ')),
  urlencode: encoded,
  filesizeformat: named(['binary'], fileSize),
  wordcount: named([], (value) => v.str(value).match(/[\p{L}\p{M}\p{N}_]+/gu)?.length ?? 0),
  tojson: named(['indent'], (value, indent) => text(json(value, indent))),
  pprint: named([], (value) => text(v.repr(value))),
  format: (value, args, kwargs) => percent(v.str(value), kwargs.size > 0 ? new Map(kwargs) : v.Tuple.from(args)),
  slugify: ofText([], slug),
  split: named(['separator'], (value, separator = ',') => split(v.str(value), separator)),
  bettertitle: ofText([], (value) =>
    value.replace(/(^|\s)(\S)/g, (_, before, letter) => before + letter.toUpperCase()),
  ),
};

module.exports = { textFilters };
