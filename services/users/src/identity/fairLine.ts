import { problems } from '@plumbline/http';

/** On whose behalf costly work is done: a password hashed, an answer of a provider judged. */
export interface Asker {
  address: string;
  account: string;
  /** Comes before others of the same address. */
  isKnown: boolean;
  /** Epoch milliseconds after which nobody waits for it any more; absent: it waits for as long as it takes. */
  deadline?: number;
}

interface Waiting {
  account: string;
  isKnown: boolean;
  start(): void;
  refuse(error: Error): void;
}

/** Of one address; those that would wait longer than anybody does are turned away at once. */
const mostWaiting = 30;
/** When to come back, in seconds. */
const comeBackAfter = 2;

/**
 * Lets costly work be done by a few at a time, each address in turn and of an address each account in turn, so that
 * nobody waits behind a crowd of another's.
 */
export class FairLine {
  readonly #byAddress = new Map<string, Waiting[]>();
  #free: number;

  constructor(parallel: number) {
    this.#free = parallel;
  }

  /** Does the work when it is the asker's turn; throws a 429 when too many of the same address are waiting. */
  async run<T>({ address, account, isKnown, deadline }: Asker, task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(address, { account, isKnown }, deadline);
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  /** Half of the time that is left is for waiting, so that whoever is not reached in time still hears of it. */
  #turn(address: string, of: Pick<Waiting, 'account' | 'isKnown'>, deadline?: number): Promise<void> {
    return new Promise((start, refuse) => {
      const waiting: Waiting = { ...of, start, refuse };
      this.#enqueue(address, waiting, deadline !== undefined);
      if (deadline === undefined) return;
      const timer = setTimeout(() => this.#giveUp(address, waiting), Math.max(0, deadline - Date.now()) / 2);
      timer.unref();
      waiting.start = () => {
        clearTimeout(timer);
        start();
      };
    });
  }

  #giveUp(address: string, waiting: Waiting): void {
    const line = this.#byAddress.get(address);
    const at = line?.indexOf(waiting) ?? -1;
    if (!line || at < 0) return;
    line.splice(at, 1);
    if (line.length === 0) this.#byAddress.delete(address);
    waiting.refuse(problems.throttled(comeBackAfter));
  }

  #enqueue(address: string, waiting: Waiting, isBounded: boolean): void {
    const line = this.#byAddress.get(address) ?? [];
    this.#byAddress.set(address, line);
    if (isBounded && line.length >= mostWaiting) {
      const leaving = mostReplaceable(line, waiting);
      leaving.refuse(problems.throttled(comeBackAfter));
      if (leaving === waiting) return;
      line.splice(line.indexOf(leaving), 1);
    }
    line.push(waiting);
  }

  /** The address that has waited longest since its last turn comes next, and goes to the end. */
  #next(): void {
    const [first] = this.#byAddress;
    if (!first) {
      this.#free += 1;
      return;
    }
    const [address, line] = first;
    this.#byAddress.delete(address);
    const next = nextOf(line);
    line.splice(line.indexOf(next), 1);
    if (line.length > 0) this.#byAddress.set(address, line);
    next.start();
  }
}

/** The known before others; then whoever has been waiting longest. */
const nextOf = (line: readonly Waiting[]): Waiting => line.find(({ isKnown }) => isKnown) ?? line[0]!;

/** Who has to go for a newcomer: the last of the account with most waiting, one that is not known if there is any. */
function mostReplaceable(line: readonly Waiting[], newcomer: Waiting): Waiting {
  const all = [...line, newcomer];
  const strangers = all.filter(({ isKnown }) => !isKnown);
  const candidates = strangers.length > 0 ? strangers : all;
  const counts = new Map<string, number>();
  for (const { account } of candidates) counts.set(account, (counts.get(account) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return candidates.findLast(({ account }) => counts.get(account) === most)!;
}
