/** What netutils offers of regular expressions; the pattern stands before the filter, and the text behind it. */
const { TemplateProblem, list } = require('../meter');
const v = require('../values');
const { named } = require('../arguments');
const { expression, matches, replaced } = require('./expressions');

/** The groups of a match, or all of it where there are none. */
const partsOf = (match) => (match.length > 1 ? [...match].slice(1).map((part) => part ?? null) : match[0]);

function first(pattern, value) {
  for (const match of matches(expression(pattern), value)) return match;
  return undefined;
}

function searched(pattern, value) {
  const match = first(pattern, value);
  return match ? partsOf(match) : null;
}

function matched(pattern, value) {
  const match = first(pattern, value);
  return match?.index === 0 ? partsOf(match) : null;
}

function all(pattern, value) {
  const found = [];
  for (const match of matches(expression(pattern), value)) {
    const groups = [...match].slice(1).map((part) => part ?? '');
    found.push(groups.length > 1 ? v.Tuple.from(groups) : (groups[0] ?? match[0]));
  }
  return list(found);
}

function split(pattern, value, most = 0) {
  const parts = [];
  let last = 0;
  let done = 0;
  for (const match of matches(expression(pattern), value)) {
    if (v.number(most) < 0 || (v.number(most) > 0 && done++ >= v.number(most))) break;
    parts.push(value.slice(last, match.index), ...[...match].slice(1).map((part) => part ?? null));
    last = match.index + match[0].length;
  }
  return list([...parts, value.slice(last)]);
}

/** Takes what matches out of a configuration, or puts something else in its place. */
const cleaned = (replaces) => (config, given) =>
  v.items(given ?? []).reduce((cleaner, one) => {
    if (!v.isMap(one) || !one.has('regex') || (replaces && !one.has('replace')))
      throw new TemplateProblem(replaces ? 'A filter has a `regex` and a `replace`.' : 'A filter has a `regex`.');
    return replaced(expression(one.get('regex'), 'm'), replaces ? one.get('replace') : '', cleaner);
  }, config);

const expressionFilters = {
  regex_findall: named(['string'], all),
  regex_match: named(['string'], matched),
  regex_search: named(['string'], searched),
  regex_split: named(['string', 'maxsplit'], split),
  regex_sub: named(['repl', 'string', 'count'], (pattern, other, value, count) =>
    replaced(expression(pattern), other, value, count),
  ),
  clean_config: named(['filters'], cleaned(false)),
  sanitize_config: named(['filters'], cleaned(true)),
};

module.exports = { expressionFilters };
