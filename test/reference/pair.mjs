import {
  buildRequest,
  Ctx,
  compare,
  compareText,
  getPath,
  newRun,
  parseBody,
  request,
  SOFT,
  UUID,
} from '../recordings/replay.mjs';

const ids = new RegExp(UUID, 'g');
const moments = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)/g;
const patience = 60_000;
/** Longer texts, such as pages for people, are not compared. */
const longestText = 30_000;

/** Where the two differ on purpose: docs/contract, and what a server has of its own. */
const decided = [
  /(^|[.\]])(family|vrf|tree_depth)$/,
  /csv\.header\.(family|vrf)$/,
  // Trees are shown from a cache of some seconds.
  /(^|[.\]])display$/,
  /(^|[.\]])(cable|circuit_termination_[az])\.object_type$/,
  /relationships\./,
  // What the reference takes away from changes but not from what is new.
  /(^|[.\]])(file_extension|length_unit|outer_unit)$/,
];

/** The reference and a server with the same objects, each under ids of its own. */
export class Pair {
  constructor(reference, base, token) {
    const run = newRun();
    this.token = token;
    this.theirs = new Ctx(reference, run);
    this.ours = new Ctx(base, run);
  }

  /** Sends a step to both and remembers what it captures; undefined when it needs what was never captured. */
  async send(step) {
    try {
      const [theirs, ours] = await Promise.all(
        [this.theirs, this.ours].map((side) => answerOf(side, step, this.token)),
      );
      for (const [side, { body }] of [
        [this.theirs, theirs],
        [this.ours, ours],
      ])
        for (const [name, path] of Object.entries(step.capture ?? {})) {
          const value = getPath(body, path);
          if (value !== undefined && value !== null && !side.syms.has(name)) side.bind(name, String(value));
        }
      return { theirs, ours };
    } catch (error) {
      if (error.unbound) return undefined;
      throw error;
    }
  }

  /** What our answer has that theirs has not, or the other way round, a line each. */
  differences({ theirs, ours }, step = {}) {
    // What makes the reference fail has any answer but that; 503 is said of what is not there, such as NAPALM.
    if (theirs.status >= 500 && theirs.status !== 503)
      return ours.status >= 500 ? [`status ${ours.status}, as the reference`] : [];
    if (theirs.status !== ours.status)
      return [`status ${theirs.status} ${short(theirs.body)}`, `  ours ${ours.status} ${short(ours.body)}`];
    return this.compared(theirs, ours)
      .filter(({ category, path }) => !SOFT.has(category) && !decided.some((pattern) => pattern.test(path)))
      .filter((difference) => step.method !== 'POST' || !isOfCreates(difference))
      .map(({ category, path, expected, actual }) => `${category}: ${path}: ${short(expected)}, ours ${short(actual)}`);
  }

  compared(theirs, ours) {
    const wording = theirs.status >= 400;
    if (theirs.kind !== ours.kind) return [{ category: 'type', path: '$', expected: theirs.kind, actual: ours.kind }];
    if (theirs.kind === 'json') return compare(this.template(theirs.body), ours.body, this.ours, { wording });
    if (theirs.kind !== 'text' || wording || theirs.body.length > longestText) return [];
    return compareText(this.template(theirs.body), ours.body, this.ours);
  }

  /** An answer of the reference as one that is expected of the server: its ids as symbols, and no moments. */
  template(value, key) {
    if (Array.isArray(value)) {
      const items = value.map((item) => this.template(item));
      // The reference has these in the order in which it came to know them.
      return key === 'content_types' || key === 'object_types' ? { $unordered: items } : items;
    }
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.template(inner, name)]));
    if (typeof value !== 'string') return value;
    return value
      .replaceAll(this.theirs.base, '{{base}}')
      .replace(moments, '{{ts}}')
      .replace(ids, (id) => `{{${this.theirs.rev.get(id) ?? `x${id}`}}}`)
      .replace(/_[0-9a-f]{4}(?=$|[,\r\n])/g, '_{{hex}}');
  }
}

/** What it has just made the reference shows without counters, and as it was sent, before it is read again. */
const isOfCreates = ({ category, path, expected, actual }) =>
  category === 'extra-key' ? /_count$|tagged_items$/.test(path) : expected === '' && actual === null;

async function answerOf(side, step, token) {
  try {
    const answer = await request(side.base, buildRequest(step, side, token), patience);
    const { kind, value } = parseBody(answer);
    return { status: answer.status, kind, body: value };
  } catch (error) {
    if (error.unbound) throw error;
    return { status: 0, kind: 'empty', body: error.message };
  }
}

function short(value) {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}
