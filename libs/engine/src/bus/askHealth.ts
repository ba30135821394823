import { randomUUID } from 'node:crypto';
import type { Bus } from '@plumbline/bus';
import type { App } from '@plumbline/config';

/** How a service is. */
export interface ServiceHealth {
  /** Whether it reaches its database. */
  database: boolean;
  /** Whether that takes writes; releases that do not say have nothing against it. */
  writes: boolean;
  /** Milliseconds that its clock is ahead of ours; 0 of releases that do not tell the time. */
  ahead: number;
}

/** What is asked may come late by the clock of who answers, as far as that is ahead. */
const farAhead = 24 * 60 * 60 * 1_000;

/** Asks a service how it is, wherever its clock stands; undefined where no answer comes within the milliseconds. */
export async function askHealth(bus: Bus, app: App, within: number): Promise<ServiceHealth | undefined> {
  const asked = Date.now();
  const call = { requestId: randomUUID(), deadline: asked + farAhead, waits: within };
  try {
    const {
      database,
      writes = true,
      time,
    } = await bus.request<{ database: boolean; writes?: boolean; time?: number }>(
      { app, model: 'service', verb: 'health' },
      {},
      call,
    );
    return { database, writes, ahead: time === undefined ? 0 : time - (asked + Date.now()) / 2 };
  } catch {
    return undefined;
  }
}
