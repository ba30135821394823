import type { Answer } from './client';

/** What an object may look like: its fields as far as they were written, or not there at all. */
export type State = Record<string, unknown> | 'absent';

/** One write, with every request that was sent for it. */
export interface Write {
  /** What it was about, for people. */
  what: string;
  /** The objects it was to change. */
  objects: string[];
  action: 'create' | 'update' | 'delete';
  /** The ids of its requests: several when it was repeated under one `Idempotency-Key`. */
  requestIds: string[];
  answered: boolean;
}

interface Entry {
  /** Where the object is found: `tenancy/tenants/`. */
  path: string;
  /** All it may be: one state unless a write about it was never answered. */
  possible: State[];
}

/** The bookkeeping of a load: what was promised, and what may be. */
export class Ledger {
  private readonly entries = new Map<string, Entry>();
  readonly writes: Write[] = [];
  /** Writes of which every answer said that nothing had come of them. */
  readonly refused: Pick<Write, 'what' | 'objects' | 'requestIds'>[] = [];

  /** Enters what a write made of an object, or may have made of it. */
  enter(path: string, id: string, state: State, answered: boolean): void {
    const before = this.entries.get(id)?.possible ?? (['absent'] as State[]);
    this.entries.set(id, { path, possible: answered ? [state] : [...before, state] });
  }

  /** The one state an object is known to be in; undefined when it is not known. */
  certain(id: string): State | undefined {
    const possible = this.entries.get(id)?.possible;
    return possible?.length === 1 ? possible[0] : undefined;
  }

  /** Objects below a path that are certainly there. */
  present(path: string): string[] {
    return [...this.entries].flatMap(([id, entry]) =>
      entry.path === path && entry.possible.length === 1 && entry.possible[0] !== 'absent' ? [id] : [],
    );
  }

  get size(): number {
    return this.entries.size;
  }

  /** Every object with its place and what it may be. */
  all(): [string, Readonly<Entry>][] {
    return [...this.entries];
  }
}

/** Whether an object that was found, or not, is one of the things it may be. */
export function fits(answer: Answer, possible: readonly State[]): boolean {
  if (answer.status === 404) return possible.includes('absent');
  return possible.some(
    (state) => state !== 'absent' && Object.entries(state).every(([key, value]) => same(answer.body[key], value)),
  );
}

/** Related objects are shown as objects, and were written as ids. */
function same(shown: unknown, written: unknown): boolean {
  if (typeof shown === 'object' && shown !== null && 'id' in shown) return shown.id === written;
  return JSON.stringify(shown) === JSON.stringify(written);
}
