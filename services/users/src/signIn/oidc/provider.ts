import type { OidcSettings } from '@plumbline/config';
import { guardedAgents, guardedFetch, readAllowed } from '@plumbline/outgoing';
import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as jwksFetch } from 'jose';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  clockTolerance,
  customFetch,
  discovery,
  None,
} from 'openid-client';

/** Milliseconds a provider has to answer; somebody waits for it, who is waited for themselves. */
const patience = 4_000;
/** Milliseconds that what a provider says of itself is relied on, and its keys. */
const metadataAge = 3_600_000;
const keyAge = 600_000;
/** Milliseconds between questions for keys, whatever keys tokens claim to be signed with. */
const keyCooldown = 5_000;
/** Milliseconds before a provider is asked anew that did not answer. */
const retryAfter = 2_000;
const mostBytes = 1024 * 1024;

/** What a provider has said of itself, and how it is asked for more. */
export interface Discovered {
  config: Configuration;
  /** Its public keys, fetched when they are needed: anew for a key that is not among them, and every ten minutes. */
  keys: JWTVerifyGetKey;
  at: number;
}

/** A provider as it is now; throws what stood in the way when it could never be asked. */
export type FindProvider = () => Promise<Discovered>;

/**
 * Asks a provider what it is like when it is needed for the first time, and every hour. Requests go where requests to other
 * systems may go, and to the host that the settings name.
 */
export function createProvider(settings: OidcSettings, outgoingAllow: readonly string[]): FindProvider {
  const issuer = new URL(settings.issuer);
  const allowed = readAllowed([...outgoingAllow, issuer.hostname.replace(/^\[(.*)\]$/, '$1')]);
  const trust = { verify: true, ...(settings.ca_file === undefined ? {} : { ca: settings.ca_file }) };
  const fetch = guardedFetch({ agents: guardedAgents(allowed, trust), timeout: patience, mostBytes });
  let known: Discovered | undefined;
  let asking: Promise<Discovered> | undefined;
  let failed: { error: unknown; at: number } | undefined;

  async function ask(): Promise<Discovered> {
    const { client_id, client_secret = settings.client_secret_file, clock_skew, allow_http } = settings;
    const config = await discovery(
      issuer,
      client_id,
      { [clockTolerance]: clock_skew },
      // Which of the two ways a provider takes it says itself; before that, as most do.
      client_secret === undefined ? None() : lateAuthentication(client_secret),
      { [customFetch]: fetch, timeout: patience / 1_000, execute: allow_http ? [allowInsecureRequests] : [] },
    );
    const { jwks_uri } = config.serverMetadata();
    if (jwks_uri === undefined) throw new Error('The provider does not say where its keys are.');
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      timeoutDuration: patience,
      cooldownDuration: keyCooldown,
      cacheMaxAge: keyAge,
      [jwksFetch]: fetch,
    });
    return { config, keys, at: Date.now() };
  }

  async function refresh(): Promise<Discovered> {
    try {
      known = await ask();
      failed = undefined;
      return known;
    } catch (error) {
      failed = { error, at: Date.now() };
      throw error;
    } finally {
      asking = undefined;
    }
  }

  return async () => {
    if (known && Date.now() - known.at < metadataAge) return known;
    // A crowd does not ask a provider that just failed again and again.
    if (!failed || Date.now() - failed.at >= retryAfter) asking ??= refresh();
    const before = known;
    if (!asking) {
      if (before) return before;
      throw failed!.error;
    }
    if (!before) return asking;
    // What it said before is better than nobody getting in; where it was away, nobody waits whether it is back.
    const answered = asking.catch(() => before);
    return failed ? before : answered;
  };
}

/** Shows the secret in the way that the provider says it takes: in a header, unless it takes it in the body alone. */
function lateAuthentication(secret: string): ClientAuth {
  const basic = ClientSecretBasic(secret);
  const post = ClientSecretPost(secret);
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const isPost = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic');
    return (isPost ? post : basic)(server, client, body, headers);
  };
}
