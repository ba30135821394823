import type { OidcSettings } from '@plumbline/config';
import type { UnitOfWork } from '@plumbline/engine';
import { Problem, problems } from '@plumbline/http';
import { type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientError,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import type { Arrival, SignInMethod } from '../method';
import { reasonOf } from '../reasonOf';
import { signInRefusals } from '../refusals';
import { algorithms, byAccessToken, isUnreachable } from './accessToken';
import { type Claims, claimedGroups, hasTooManyGroups, personOf } from './claims';
import { endedByLogoutToken } from './logoutToken';
import { createProvider, type Discovered } from './provider';

/** A provider of OpenID Connect: authorization code with PKCE, tokens for the API, and both kinds of signing out. */
export function oidcMethod(settings: OidcSettings, outgoingAllow: readonly string[]): SignInMethod {
  const { key, label = key, client_id, scopes, api_audience } = settings;
  const provider = createProvider(settings, outgoingAllow);

  /** Whatever keeps a provider from answering is the same to whoever waits, and told to the operator. */
  async function asking<T>(work: UnitOfWork, task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      if (error instanceof Problem) throw error;
      work.engine.log.warn({ method: key, ...reasonOf(error) }, 'signing in with a provider failed');
      throw isRefusal(error) ? signInRefusals.notProven(label) : problems.unavailable(label);
    }
  }

  async function claimsOf({ config, keys }: Discovered, query: string, data: Record<string, string>) {
    const address = new URL(data.redirect_uri!);
    address.search = query;
    const tokens = await authorizationCodeGrant(config, address, {
      pkceCodeVerifier: data.verifier!,
      expectedState: data.state!,
      expectedNonce: data.nonce!,
      idTokenExpected: true,
    });
    // Its signature is verified although it comes from the provider itself, with the keys that tokens for the API are.
    const { issuer } = config.serverMetadata();
    await verifyIdToken(tokens.id_token!, keys, { issuer, audience: client_id, clockTolerance: settings.clock_skew });
    const claims = tokens.claims()!;
    const hasMore = settings.userinfo && config.serverMetadata().userinfo_endpoint !== undefined;
    const more = hasMore ? await fetchUserInfo(config, tokens.access_token, claims.sub) : {};
    return { claims: { ...more, ...claims } as Claims & { iat: number; sub: string }, idToken: tokens.id_token! };
  }

  return {
    kind: 'oidc',
    label,
    policy: settings,
    depart: (work, base) =>
      asking(work, async () => {
        const { config } = await provider();
        const data = {
          redirect_uri: `${base}/sign-in/${key}/callback/`,
          state: randomState(),
          nonce: randomNonce(),
          verifier: randomPKCECodeVerifier(),
        };
        const url = buildAuthorizationUrl(config, {
          redirect_uri: data.redirect_uri,
          scope: scopes.join(' '),
          state: data.state,
          nonce: data.nonce,
          code_challenge: await calculatePKCECodeChallenge(data.verifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, data };
      }),
    arrive: (work, data, query): Promise<Arrival> =>
      asking(work, async () => {
        const { claims, idToken } = await claimsOf(await provider(), query, data);
        const person = personOf(settings, claims);
        if (!person) throw signInRefusals.noName();
        if (hasTooManyGroups(claims, settings.claims.groups))
          throw new ClientError(
            'The provider has too many groups to list; have it send those of this application alone.',
          );
        const groups = claimedGroups(claims, settings.claims.groups) ?? [];
        const { sid } = claims;
        return {
          proof: { ...person, groups, asserted: new Date(claims.iat * 1_000), lasting: true },
          session: { subject: claims.sub, idToken, ...(typeof sid === 'string' ? { sid } : {}) },
        };
      }),
    ...(api_audience === undefined
      ? {}
      : {
          issues: ({ iss }) => typeof iss === 'string' && sameIssuer(iss, settings.issuer),
          byToken: (work, token) => asking(work, async () => byAccessToken(settings, await provider(), token)),
        }),
    async leave(work, idToken, base) {
      if (!settings.logout) return undefined;
      try {
        const { config } = await provider();
        if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
        return buildEndSessionUrl(config, {
          post_logout_redirect_uri: `${base}/login/`,
          ...(idToken === undefined ? {} : { id_token_hint: idToken }),
          client_id,
        }).href;
      } catch (error) {
        // Here the session has ended, whatever the provider says.
        work.engine.log.warn({ method: key, ...reasonOf(error) }, 'signing out with a provider failed');
        return undefined;
      }
    },
    endedBy: (work, token) => asking(work, async () => endedByLogoutToken(settings, await provider(), token)),
  };
}

async function verifyIdToken(token: string, keys: JWTVerifyGetKey, options: JWTVerifyOptions): Promise<void> {
  try {
    await jwtVerify(token, keys, { ...options, algorithms });
  } catch (error) {
    if (isUnreachable(error)) throw error;
    throw new ClientError(`the ID token is not good: ${(error as Error).message}`);
  }
}

/** Providers are not of one mind about the slash at the end; which issuer it was the signature tells. */
const sameIssuer = (one: string, other: string): boolean => one.replace(/\/$/, '') === other.replace(/\/$/, '');

/** Whether somebody was not let in, or sent what does not fit, rather than the provider being out of order. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AuthorizationResponseError ||
  error instanceof ResponseBodyError ||
  error instanceof WWWAuthenticateChallengeError ||
  (error instanceof ClientError && error.code !== 'OAUTH_TIMEOUT' && error.code !== 'OAUTH_HTTP_REQUEST_FORBIDDEN');
