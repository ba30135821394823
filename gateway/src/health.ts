import { randomUUID } from 'node:crypto';
import type { Bus } from '@plumbline/bus';
import { type App, apps } from '@plumbline/config';

/** What works and what does not. */
export interface Health {
  /** Whether messages get through. */
  bus: boolean;
  /** Whether each service answers and reaches its database. */
  services: Record<App, boolean>;
}

const patience = 2000;

/** Asks every service how it is, all at the same time; no answer within two seconds is an answer too. */
export async function examine(bus: Bus): Promise<Health> {
  const call = { requestId: randomUUID(), deadline: Date.now() + patience };
  const isWell = async (app: App) => {
    try {
      const { database } = await bus.request<{ database: boolean }>(
        { app, model: 'service', verb: 'health' },
        {},
        call,
      );
      return database;
    } catch {
      return false;
    }
  };
  const [connected, ...answers] = await Promise.all([bus.ready().catch(() => false), ...apps.map(isWell)]);
  const services = Object.fromEntries(apps.map((app, index) => [app, answers[index] === true]));
  return { bus: connected, services: services as Record<App, boolean> };
}
