import { randomUUID } from 'node:crypto';
import type { ChangeOrigin, Identity, Vouched } from '@plumbline/http';
import type { Effect } from './effect';

/** Relations inside a nested object: their URL, or an object with id, type and URL. */
export type NestedRelations = 'url' | 'object';

/** A request its client may send again (`Idempotency-Key`): it has one effect and one answer. */
export interface IdempotentRequest {
  key: string;
  userId: string;
  /** Digest of the request; the same key with another request is a mistake. */
  fingerprint: string;
  /** The gateway made the key: nobody else knows it before this request has been answered. */
  isNew: boolean;
  /** The connection was lost while it committed, and what became of that is not known yet. */
  lostCommit?: unknown;
}

/** What belongs to one request: who asks, until when, and what it has cost so far. */
export interface RequestScope {
  requestId: string;
  /** Epoch milliseconds by which the answer must be on its way. */
  deadline: number;
  /** `scheme://host` for absolute URLs. */
  base: string;
  identity: Identity;
  /** The client's request this is done for, as the gateway vouches for it; absent for work of a service's own. */
  vouched?: Vouched;
  /** The part of Plumbline that asked for it over the bus. */
  asker?: string;
  /** That part is of release 0.2.0, in which messages had no version. */
  isUnversioned?: true;
  /** What makes the changes; absent where no request does. */
  origin?: ChangeOrigin;
  /**
   * Milliseconds that what is read may be old; absent: it is what is true now. Never set where something is written.
   */
  mayBeOld?: number;
  cost: { sql: number; bus: number; replica?: number };
  /** Set when the client may send this request again and wants one effect only. */
  idempotency?: IdempotentRequest;
  /** It is a part of what another service does, which asked for it. */
  served?: boolean;
  /** Set for work of Plumbline's own, which nobody waits for: its statements take the time they need. */
  background?: true;
  /** Do everything, keep nothing; what others are asked to do for it included. */
  dryRun?: boolean;
  /** Set where a request writes: how far it has come. */
  effect?: Effect;
  /** What relations inside nested objects are shown as, where whoever asks prefers it to what the settings say. */
  nestedRelations?: NestedRelations;
}

/** Plumbline itself, for work that nobody asked for. */
export const system: Identity = {
  userId: '00000000-0000-0000-0000-000000000000',
  username: 'plumbline',
  isSuperuser: true,
  writeEnabled: true,
  permissionStamp: 'system',
};

/** A scope for background work: it may take a while. */
export function systemScope(milliseconds = 30_000): RequestScope {
  return {
    requestId: randomUUID(),
    deadline: Date.now() + milliseconds,
    base: '',
    identity: system,
    background: true,
    cost: { sql: 0, bus: 0 },
  };
}

/** The same request where what is read has to be true now. */
export const upToDate = ({ mayBeOld: _, ...scope }: RequestScope): RequestScope => scope;
