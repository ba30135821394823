import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '@plumbline/http';

export interface FailureBrakeOptions {
  /** Failures that cost nothing. */
  free: number;
  /** Milliseconds between attempts after the first failure that counts; doubles with each further one. */
  spacing: number;
  /** Longest spacing in milliseconds. */
  longest: number;
  /** Milliseconds after which one failure is forgiven. */
  forgiveness: number;
  /** Addresses remembered at most. */
  capacity: number;
}

interface Record {
  failures: number;
  /** Attempts whose outcome is not known yet: sending many at once must not be a way around the brake. */
  underWay: number;
  /** When failures were last counted down. */
  since: number;
  /** When the next attempt may go ahead. */
  next: number;
}

/** Slows an address that keeps presenting wrong credentials; one that does not never notices it. */
export interface FailureBrake {
  /**
   * Makes an attempt as soon as the address may; a `Problem` of status 403 makes it a failed one. Throws a 429 when too
   * many of the address's attempts are already waiting.
   */
  attempt<T>(address: string, task: () => Promise<T>): Promise<T>;
  /** Waits until the address may try again; throws a 429 as `attempt` does. */
  wait(address: string): Promise<void>;
  /** Notes a failed attempt. */
  failed(address: string): void;
}

/** Makes a brake that forgets the longest silent address first. */
export function createFailureBrake(options: FailureBrakeOptions): FailureBrake {
  const records = new Map<string, Record>();

  function recordOf(address: string): Record | undefined {
    const record = records.get(address);
    if (!record) return undefined;
    const now = Date.now();
    const forgiven = Math.floor((now - record.since) / options.forgiveness);
    if (forgiven > 0) {
      record.failures = Math.max(0, record.failures - forgiven);
      record.since += forgiven * options.forgiveness;
    }
    if (record.failures === 0 && record.underWay === 0 && record.next <= now) {
      records.delete(address);
      return undefined;
    }
    return record;
  }

  /** The record of an address as the one heard of last. */
  function freshRecordOf(address: string): Record {
    const record = recordOf(address) ?? { failures: 0, underWay: 0, since: Date.now(), next: 0 };
    records.delete(address);
    if (records.size >= options.capacity) {
      const oldest = records.keys().next();
      if (!oldest.done) records.delete(oldest.value);
    }
    records.set(address, record);
    return record;
  }

  async function wait(address: string): Promise<void> {
    const record = recordOf(address);
    if (!record || record.failures + record.underWay <= options.free) return;
    const doublings = Math.min(20, Math.max(0, record.failures - options.free - 1));
    const spacing = Math.min(options.longest, options.spacing * 2 ** doublings);
    const now = Date.now();
    const start = Math.max(now, record.next) + spacing;
    if (start - now > 2 * options.longest) {
      const seconds = Math.ceil((record.next - now) / 1000);
      throw new Problem(
        429,
        { detail: `Request was throttled. Expected available in ${seconds} seconds.` },
        { 'Retry-After': String(seconds) },
      );
    }
    record.next = start;
    await pause(start - now, undefined, { ref: false });
  }

  function failed(address: string): void {
    freshRecordOf(address).failures += 1;
  }

  return {
    wait,
    failed,
    async attempt(address, task) {
      const waiting = wait(address);
      const record = freshRecordOf(address);
      record.underWay += 1;
      try {
        await waiting;
        return await task();
      } catch (error) {
        if (error instanceof Problem && error.status === 403) failed(address);
        throw error;
      } finally {
        record.underWay -= 1;
      }
    },
  };
}
