/** A group as the other side knows it. */
export interface ProvenGroup {
  name: string;
  /** Another name for it, such as the distinguished name of its entry. */
  id?: string;
}

/** What a way of signing in yields: who somebody is, as the other side vouches for. */
export interface Proof {
  /** What they are called there for as long as they are there; accounts are found by it. */
  subject: string;
  /** What they are called here when they get an account; without it they need to have one. */
  username?: string | undefined;
  email?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** Their groups there; absent: nothing is said of groups, and they stay as they are. */
  groups?: readonly ProvenGroup[];
  /** Groups here, and whether they are a superuser, where the settings say so of this one. */
  local?: { groups: readonly string[]; superuser: boolean };
  /** When the other side said so: what was said before counts no more. */
  asserted: Date;
  /** Whether it may be shown again later, as a token may: then the time of the newest is remembered. */
  lasting?: boolean;
}

/** What a provider remembers a session by, for when it ends there. */
export interface ProviderSession {
  subject?: string;
  sid?: string;
  idToken?: string;
}
