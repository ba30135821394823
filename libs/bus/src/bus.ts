import type { ChangeOrigin, Vouched } from '@plumbline/http';

/** What a call between services carries beside its payload. */
export interface Call {
  /** The id of the client's request this call is part of. */
  requestId: string;
  /**
   * The part of Plumbline that asks. Over NATS it is the one whose credentials were used, whatever a caller says here.
   */
  asker?: string;
  /** Who asks is of release 0.2.0, in which messages had no version. */
  isUnversioned?: true;
  /** Who made the client's request, as the gateway vouches for it; absent for work that no client asked for. */
  vouched?: Vouched;
  /** What makes the changes that come of that request. */
  origin?: ChangeOrigin;
  /** Epoch milliseconds after which nobody waits for the answer any more. */
  deadline: number;
  /** Milliseconds until the answer is given up, where that is before the deadline; who is asked does not hear of it. */
  waits?: number;
  /** Milliseconds that what is answered may be old; absent: it is what is true now. */
  mayBeOld?: number;
  /** It is a part of a rehearsal: everything is done, nothing is kept. */
  dryRun?: boolean;
  /** It may be asked a second time when the answer takes long, because whoever was asked may be gone with it. */
  repeatable?: boolean;
  /** The trace it is part of, as its headers carry it, where there is one. */
  trace?: Record<string, string>;
}

/** Stops a handler from being called. */
export type Unsubscribe = () => Promise<void>;

export type RequestHandler = (payload: unknown, call: Call, subject: Subject) => Promise<unknown>;
export type EventHandler = (payload: unknown, subject: Subject) => Promise<void>;

/** Whom a message is for and what it asks. */
export interface Subject {
  app: string;
  model: string;
  verb: string;
}

/** A message for whoever wants to read it some time. */
export interface KeptMessage {
  /** A message that is handed over again under the same id is kept once. */
  id: string;
  /** Its place among the messages of its application. */
  position: number;
  payload: unknown;
}

/** What the broker itself keeps (JetStream): of each application its messages in order. It may lose them all. */
export interface MessageStore {
  /**
   * The position of the last message kept of an application, 0 when there is none; `absent` where the broker keeps nothing,
   * `away` where it cannot be asked now.
   */
  last(app: string): Promise<number | 'absent' | 'away'>;
  /**
   * Keeps messages behind those kept already; rejects when not all of them are. Answers false when the first of them is
   * there already: somebody else is keeping them, and the rest is left to them.
   */
  keep(app: string, messages: readonly KeptMessage[]): Promise<boolean>;
}

/**
 * How services talk: request/reply and events, in one process or over NATS, with one behaviour.
 *
 * A request to an application nobody serves, or whose answer does not come before the deadline, throws
 * `ServiceUnavailable` naming the application. A `Problem` thrown by the handler arrives as a `Problem`; anything
 * else it throws is logged there and arrives as `RemoteFailure` without internals.
 * Payloads are plain JSON values; the in-process bus hands them over as they are, so neither side may change them.
 */
export interface Bus {
  request<T>(subject: Subject, payload: unknown, call: Call): Promise<T>;
  /**
   * Answers every request to `app`; several processes serving one application share the requests. Stopping it takes no
   * new ones and waits for those under way.
   */
  serve(app: string, handler: RequestHandler): Promise<Unsubscribe>;
  /** Tells everyone subscribed; resolves when handed to the transport (in process: when every handler has finished). */
  publish(subject: Subject, payload: unknown): Promise<void>;
  /**
   * Calls the handler for each event; `model` and `verb` may be `*`. With a `group`, one member of the group gets each
   * event.
   */
  subscribe(subject: Subject, handler: EventHandler, options?: { group?: string }): Promise<Unsubscribe>;
  /**
   * Calls back each time messages get through again after they did not: what others told meanwhile was missed. Call what comes
   * back to hear no more of it.
   */
  onFound(callback: () => void): () => void;
  /** What the broker keeps; absent where there is no broker. */
  readonly store?: MessageStore;
  /** How many requests have been made so far, for logs and assertions. */
  readonly requests: number;
  /** Whether messages can be sent and received now. */
  ready(): Promise<boolean>;
  /** Finishes what is in flight, then disconnects. */
  close(): Promise<void>;
}
