import { randomUUID } from 'node:crypto';
import type { Identity } from '@plumbline/http';
import type { Scope } from './engine';

/** Plumbline itself, for work that nobody asked for. */
export const system: Identity = {
  userId: '00000000-0000-0000-0000-000000000000',
  username: 'plumbline',
  isSuperuser: true,
  writeEnabled: true,
  permissionStamp: 'system',
};

/** A scope for background work: it may take a while. */
export function systemScope(milliseconds = 30_000): Scope {
  return {
    requestId: randomUUID(),
    deadline: Date.now() + milliseconds,
    base: '',
    identity: system,
    cost: { sql: 0, bus: 0 },
  };
}
