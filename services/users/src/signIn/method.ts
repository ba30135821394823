import type { SignInMethodSettings } from '@plumbline/config';
import type { UnitOfWork } from '@plumbline/engine';
import type { Proof, ProviderSession } from './proof';

/** Whom a way of signing in lets in, and as what: what the settings of all of them have in common. */
export type AdmissionPolicy = Pick<
  SignInMethodSettings,
  | 'key'
  | 'create'
  | 'adopt'
  | 'group_map'
  | 'create_groups'
  | 'default_groups'
  | 'required_groups'
  | 'superuser_groups'
  | 'staff_groups'
  | 'session_seconds'
>;

/** Where a browser is sent, and what it has to come back with. */
export interface Departure {
  url: string;
  data: Record<string, string>;
}

/** Who came back, and what their provider remembers the session by. */
export interface Arrival {
  proof: Proof;
  session: ProviderSession;
}

/** Which sessions a provider says have ended, and the token that says so: it counts once, together with what it brings about. */
export interface Ended {
  sessions: { subject?: string; sid?: string };
  token: { id: string; seconds: number };
}

/** A way of signing in: what it offers, and how it proves who somebody is. Each has some of these. */
export interface SignInMethod {
  kind: SignInMethodSettings['kind'];
  label: string;
  policy: AdmissionPolicy;
  /** Sends a browser elsewhere; `base` is our own address as it sees it. */
  depart?(work: UnitOfWork, base: string): Promise<Departure>;
  /** Judges what a browser has come back with, given what it left with; throws a 403. */
  arrive?(work: UnitOfWork, data: Record<string, string>, parameters: string): Promise<Arrival>;
  /** Takes what the other side has the browser post, and answers a key to fetch it by (`arrive`). */
  receive?(work: UnitOfWork, base: string, fields: Record<string, string>, address: string): Promise<string>;
  /** Whose name and password they are; undefined when they are nobody's. */
  byPassword?(work: UnitOfWork, username: string, password: string): Promise<Proof | undefined>;
  /** Whose token it is, when it is of this issuer; throws a 403 when it is not good. */
  byToken?(work: UnitOfWork, token: string): Promise<Proof>;
  /** Whether a token says that it comes from here. */
  issues?(claims: Record<string, unknown>): boolean;
  /** Whom a proxy has let in. */
  byHeaders?(values: Record<string, string>): Proof | undefined;
  /** Where signing out goes on; undefined when it ends here. */
  leave?(work: UnitOfWork, idToken: string | undefined, base: string): Promise<string | undefined>;
  /** Which sessions end, by a logout token; throws a 403 when it is not good. */
  endedBy?(work: UnitOfWork, logoutToken: string): Promise<Ended>;
  /** What the other side is told of us, as XML. */
  describe?(base: string): string;
}
