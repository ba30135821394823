import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from './eventually';

/** How the connections through a proxy behave. */
export type Line =
  | 'good'
  /** Every piece of data comes this many milliseconds late. */
  | { late: number }
  /** Connections are accepted and stay open, but nothing gets through until the line is good again. */
  | 'silent'
  /** What is asked gets through, what is answered does not until the line is good again. */
  | 'mute'
  /** Every connection breaks, and no new one is taken. */
  | 'cut';

export interface TcpProxy {
  port: number;
  /** Changes how the line behaves, also for connections that are open already. */
  set(line: Line): void;
  /** Breaks the connections that are open, once; new ones are taken. */
  breakAll(): void;
  /**
   * Waits for the COMMIT of the transaction that sends these words to PostgreSQL in one statement, and hands it on or swallows it. From then
   * on nothing comes back on that connection. Answers how to find out that it came, and how to break that connection.
   */
  catchCommit(words: readonly string[], what: 'hand on' | 'swallow'): CaughtCommit;
  /** Connections open at the moment. */
  readonly open: number;
  /** Resolves when none is open. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface Trap {
  words: readonly string[];
  swallows: boolean;
  isCaught: boolean;
  /** The connection on which the marker was seen. */
  pair: [Socket, Socket] | undefined;
}

/** A COMMIT to be caught. */
export interface CaughtCommit {
  readonly isCaught: boolean;
  /** Breaks the connection it came on. */
  break(): void;
}

/** Stands between two processes and spoils their connections when told to. */
export async function startTcpProxy(target: { host?: string; port: number }): Promise<TcpProxy> {
  let line: Line = 'good';
  const pairs = new Set<[Socket, Socket]>();
  const waiting = new Set<() => void>();

  const untilAllowed = async (isAnswer: boolean): Promise<void> => {
    while (line === 'silent' || (line === 'mute' && isAnswer))
      await new Promise<void>((resolve) => waiting.add(resolve));
    if (typeof line === 'object') await sleep(line.late);
  };
  const traps = new Set<Trap>();
  /** A transaction that came to nothing is tried again, on whichever connection. */
  const forget = (pair: [Socket, Socket]): void => {
    for (const trap of traps) if (trap.pair === pair && !trap.isCaught) trap.pair = undefined;
  };
  /** Whether a piece of data is not to be handed on, since a trap has shut. */
  const isHeldBack = (pair: [Socket, Socket], data: Buffer, isAnswer: boolean): boolean => {
    if (!isAnswer && data.includes('ROLLBACK\0')) forget(pair);
    for (const trap of traps) {
      if (!trap.pair && !isAnswer && trap.words.every((word) => data.includes(word))) trap.pair = pair;
      if (trap.pair !== pair) continue;
      if (trap.isCaught) return true;
      if (isAnswer || !data.includes('COMMIT\0')) continue;
      trap.isCaught = true;
      return trap.swallows;
    }
    return false;
  };
  const carry = (pair: [Socket, Socket], from: Socket, to: Socket, isAnswer: boolean): void => {
    let order = Promise.resolve();
    const then = (act: () => void) => {
      order = order.then(() => untilAllowed(isAnswer)).then(act, () => undefined);
    };
    from.on('data', (data) => then(() => !isHeldBack(pair, data, isAnswer) && to.writable && to.write(data)));
    from.on('end', () => then(() => to.end()));
    from.on('error', () => to.destroy());
  };

  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (line === 'cut') {
      near.destroy();
      return;
    }
    const far = connect({ port: target.port, host: target.host ?? '127.0.0.1', allowHalfOpen: true });
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      carry(pair, from, to, from === far);
      from.setNoDelay(true);
      from.once('close', () => {
        pairs.delete(pair);
        forget(pair);
        to.destroySoon();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const breakAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    set(next) {
      line = next;
      if (line === 'cut') breakAll();
      for (const resume of waiting) resume();
      waiting.clear();
    },
    breakAll,
    catchCommit(words, what) {
      const trap: Trap = { words, swallows: what === 'swallow', isCaught: false, pair: undefined };
      traps.add(trap);
      return {
        get isCaught() {
          return trap.isCaught;
        },
        break: () => {
          traps.delete(trap);
          for (const socket of trap.pair ?? []) socket.resetAndDestroy();
        },
      };
    },
    get open() {
      return pairs.size;
    },
    idle: async () => {
      await eventually('no connection is open', 60_000, async () => pairs.size === 0);
    },
    close: async () => {
      line = 'cut';
      breakAll();
      for (const resume of waiting) resume();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
