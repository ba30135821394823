import type { Identity } from './identity';

/** A way of signing in that begins with a link. */
export interface SignInLink {
  key: string;
  kind: 'oidc' | 'saml';
  label: string;
}

/** Which ways of signing in there are. */
export interface SignInOffer {
  /** Whether a name and password are of use. */
  password: boolean;
  links: SignInLink[];
  /** The headers in which a trusted proxy says whom it has let in, in lower case; absent: none does. */
  proxyHeaders?: Partial<Record<ProxyValue, string>> & { username: string };
  /** Whether tokens of a provider are taken (`Authorization: Bearer …`). */
  bearer: boolean;
}

/** What a proxy may say of whom it has let in. */
export type ProxyValue = 'username' | 'email' | 'first_name' | 'last_name' | 'groups';

/** Somebody who has signed in with a browser. */
export interface SignedIn extends Identity {
  /** How long the browser may keep the key of the session. */
  sessionSeconds?: number;
}

/** A password is another; the browser in which it was changed keeps its session under another key. */
export type PasswordChanged = Pick<SignedIn, 'sessionSeconds'>;

/** A password was right, and is not enough: what the browser keeps until the second factor is shown. */
export interface FactorDemand {
  factorFlow: string;
}

/** Where a browser is sent to sign in, and what it keeps until it comes back. */
export interface SignInStart {
  url: string;
  flow: string;
}

/** Somebody who came back from where they were sent, and where they wanted to go. */
export interface SignInReturn {
  identity: SignedIn;
  next: string;
}

/** What a second factor is asked for with. */
export interface FactorChallenge {
  username: string;
  /** Kinds that can be shown; none: one has to be set up first. */
  kinds: FactorKind[];
  /** In the place of the flow so far. */
  flow: string;
  /** What the browser's own interface for keys is handed. */
  webauthn: object;
  /** Set where an app has to be set up first. */
  enrolment?: TotpEnrolment;
}

export type FactorKind = 'totp' | 'webauthn' | 'recovery';

/** What an app that counts is told, once. */
export interface TotpEnrolment {
  /** A picture of the address, as SVG. */
  picture: string;
  /** For those who type it in. */
  secret: string;
}

/** A second factor as its owner sees it. */
export interface FactorShown {
  id: string;
  kind: FactorKind;
  name: string;
  created: string;
  used: string | null;
}

/** A session as its owner sees it, and superusers do. */
export interface SessionShown {
  id: string;
  username: string;
  created: string | null;
  /** When it was last used, to the minute. */
  seen: string | null;
  expires: string;
  /** The network it was begun from. */
  address: string;
  /** What the browser calls itself. */
  agent: string;
  /** The key of the way of signing in; `local` for a password that is kept here. */
  method: string;
  /** Whether it is the one that asks. */
  current: boolean;
}
