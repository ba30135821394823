const { TemplateProblem, tick, joined, checkLength } = require('./meter');
const v = require('./values');

/** A text as Jinja2 writes it into JSON: in ASCII, and without what means something to HTML. */
const quoted = (value) =>
  JSON.stringify(value).replace(/[<>&'\x7f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** JSON as Jinja2 writes it, with the keys in order. */
function json(value, indent, depth = 0) {
  tick();
  if (depth > 100) throw new TemplateProblem('The value is nested too deeply.');
  if (v.isText(value)) return quoted(value);
  if (value === null || value === undefined || value === v.pending) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (v.isNumber(value)) return v.str(value);
  if (value instanceof v.Moment) return quoted(v.str(value));
  if (value instanceof v.Thing) return quoted(value.text);
  if (v.isList(value))
    return enclosed(
      '[]',
      value.map((item) => json(item, indent, depth + 1)),
      indent,
      depth,
    );
  if (!v.isMap(value)) throw new TemplateProblem('A function cannot be written as JSON.');
  const entries = [...value].map(([key, item]) => [v.str(key), item]).sort(([a], [b]) => (a < b ? -1 : 1));
  return enclosed(
    '{}',
    entries.map(([key, item]) => `${quoted(key)}: ${json(item, indent, depth + 1)}`),
    indent,
    depth,
  );
}

function enclosed([open, close], parts, indent, depth) {
  if (parts.length === 0 || !v.isNumber(indent)) return open + joined(parts, ', ') + close;
  checkLength(v.number(indent), 100);
  const lead = `\n${' '.repeat(v.number(indent) * (depth + 1))}`;
  return open + lead + joined(parts, `,${lead}`) + lead.slice(0, lead.length - v.number(indent)) + close;
}

module.exports = { json };
