/** After so many writes everything is looked at. */
const untilLook = 8;
/** Relations are shown as the reference shows them. */
const headers = { prefer: 'nested=object' };

/**
 * Walks at random through what a theme is about, the same way on both: makes, changes, takes away, and now and then looks whether
 * the two have become the same. What one refuses and the other takes is told, and taken away where it was made.
 */
export async function walk(pair, theme, { seed, steps }, tell) {
  const world = new World(pair, seed, tell);
  for (const [symbol, path, body, more] of theme.given) await world.make(path, body, { symbol, ...more });
  for (let step = 1; step <= steps; step++) {
    await world.act(theme);
    if (step % untilLook === 0 || step === steps) await world.look(theme);
  }
}

/** What a walk has made so far, by the endpoints' paths. */
class World {
  constructor(pair, seed, tell) {
    this.pair = pair;
    this.random = randomOf(seed);
    this.tell = tell;
    this.made = new Map();
    this.count = 0;
    this.prefix = `w${seed}n`;
  }

  // --- For themes

  below(limit) {
    return Math.floor(this.random() * limit);
  }

  one(values) {
    return values[this.below(values.length)];
  }

  chance(share) {
    return this.random() < share;
  }

  /** The symbol of something at a path; undefined when there is nothing. */
  any(path) {
    return this.one(this.of(path));
  }

  /** The same, or at times null. */
  maybe(path, share = 0.5) {
    return this.chance(share) ? (this.any(path) ?? null) : null;
  }

  of(path) {
    return this.made.get(path) ?? [];
  }

  // --- The walk

  async act(theme) {
    const [path, kind] = this.one(Object.entries(theme.kinds));
    const there = this.of(path);
    if (theme.actions && this.chance(theme.share ?? 0.15)) return this.send(this.one(theme.actions)(this));
    const turn = this.random();
    if (there.length === 0 || (turn < 0.5 && there.length < (kind.most ?? 12))) return this.make(path, kind.make(this));
    if (this.chance(0.15) && (await this.actOnSeveral(path, kind))) return;
    const object = `${path}${this.one(there)}/`;
    if (turn < 0.8 || kind.stays) return this.send({ method: 'PATCH', path: object, body: this.changeOf(kind) });
    return this.send({ method: 'DELETE', path: object });
  }

  changeOf(kind) {
    return kind.change?.(this) ?? oneOf(kind.make(this), this);
  }

  /** The same with several at once; false where there is no more than one. */
  async actOnSeveral(path, kind) {
    if (this.chance(0.3)) return this.make(path, [kind.make(this), kind.make(this)]).then(() => true);
    const [one, other] = [this.any(path), this.any(path)];
    // Of several that are changed the reference passes over those that are gone, which we do not.
    if (one === other || (await this.isGone(path, one)) || (await this.isGone(path, other))) return false;
    if (this.chance(0.75) || kind.stays) {
      const body = [one, other].map((id) => ({ id, ...this.changeOf(kind) }));
      await this.send({ method: 'PATCH', path, body });
    } else await this.send({ method: 'DELETE', path, body: [{ id: one }, { id: other }] });
    return true;
  }

  async isGone(path, symbol) {
    const { theirs, ours } = await this.pair.send({ method: 'GET', path: `${path}${symbol}/` });
    return theirs.status === 404 || ours.status === 404;
  }

  make(path, body, more) {
    return this.send({ method: 'POST', path, body, makes: path, ...more });
  }

  /** Sends a write, or a question, and knows what was made by it; nothing where what it is about is not there yet. */
  async send(step) {
    if (step.path.includes('undefined')) return;
    const answers = await this.pair.send({ headers, ...step });
    if (!answers) return;
    const made = step.makes ? this.bind(step, answers) : [];
    this.compare(step, answers);
    const [theirs, ours] = [answers.theirs.status < 300, answers.ours.status < 300];
    if (theirs !== ours)
      for (const symbol of made) await this.pair.send({ method: 'DELETE', path: `${step.makes}${symbol}/` });
    else if (theirs && step.makes) this.made.set(step.makes, [...this.of(step.makes), ...made]);
  }

  compare(step, answers) {
    const sent = step.body === undefined ? '' : ` ${JSON.stringify(step.body)}`;
    this.tell(`${step.method} ${this.pair.ours.show(step.path)}${sent}`, this.pair.differences(answers, step));
  }

  /** The symbols of what was made, on whichever side. */
  bind(step, { theirs, ours }) {
    const [lists, many] = [[theirs, ours].map(({ status, body }) => (status < 300 ? [body].flat() : [])), []];
    for (let index = 0; index < Math.max(...lists.map((list) => list.length)); index++) {
      const symbol = step.symbol ?? `${this.prefix}${this.count++}`;
      [this.pair.theirs, this.pair.ours].forEach((side, at) => {
        side.bind(symbol, String(lists[at][index]?.id ?? nobody(this.count)));
      });
      many.push(`{{${symbol}}}`);
    }
    return many;
  }

  /** Compares each object there is; what went with another is forgotten. */
  async look(theme) {
    for (const path of Object.keys(theme.kinds)) {
      for (const symbol of this.of(path)) {
        const step = { method: 'GET', path: `${path}${symbol}/`, headers };
        const answers = await this.pair.send(step);
        this.compare(step, answers);
        if (answers.theirs.status === 404 || answers.ours.status === 404) {
          this.made.set(
            path,
            this.of(path).filter((other) => other !== symbol),
          );
          if (answers.theirs.status !== answers.ours.status)
            await this.pair.send({ method: 'DELETE', path: step.path });
        }
      }
      for (const view of theme.kinds[path].views ?? [])
        for (const symbol of this.of(path).slice(-6)) {
          const step = { method: 'GET', path: `${path}${symbol}/${view}`, headers };
          this.compare(step, inOneOrder(this.pair, await this.pair.send(step)));
        }
    }
  }
}

/** Cable paths by what they begin at: the reference has them in any order. */
function inOneOrder(pair, { theirs, ours }) {
  const inOrder = ({ rev }, answer) => {
    const first = ({ origin }) => rev.get(origin.id) ?? '';
    if (!Array.isArray(answer.body) || !answer.body[0]?.origin) return answer;
    return { ...answer, body: answer.body.toSorted((one, other) => (first(one) < first(other) ? -1 : 1)) };
  };
  return { theirs: inOrder(pair.theirs, theirs), ours: inOrder(pair.ours, ours) };
}

/** One or two of the members of a body; what has moved to another device leaves stale pointers behind in the reference. */
function oneOf(body, world) {
  const names = Object.keys(body).filter((name) => name !== 'device');
  return Object.fromEntries([world.one(names), world.one(names)].map((name) => [name, body[name]]));
}

const nobody = (count) => `6f1c1d3e-7d7b-4c8c-9d9a-${String(count).padStart(12, '0')}`;

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
