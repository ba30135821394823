import type { SignInMethodSettings } from '@plumbline/config';
import { perEngine, type UnitOfWork } from '@plumbline/engine';
import type { SignInOffer } from '@plumbline/http';
import { ldapMethod } from './ldap/ldapMethod';
import type { SignInMethod } from './method';
import { oidcMethod } from './oidc/oidcMethod';
import { proxyMethod } from './proxy/proxyMethod';
import { signInRefusals } from './refusals';
import { samlMethod } from './saml/samlMethod';

const made = perEngine(() => new Map<string, SignInMethod>());

/** The ways of signing in beside local accounts, by their keys, in the order of the settings. */
export function methodsOf({ engine }: UnitOfWork): ReadonlyMap<string, SignInMethod> {
  const methods = made(engine);
  const { signIn, outgoingAllow } = engine.settings;
  if (methods.size === 0)
    for (const settings of signIn.methods) methods.set(settings.key, methodOf(settings, outgoingAllow));
  return methods;
}

function methodOf(settings: SignInMethodSettings, outgoingAllow: readonly string[]): SignInMethod {
  switch (settings.kind) {
    case 'oidc':
      return oidcMethod(settings, outgoingAllow);
    case 'ldap':
      return ldapMethod(settings);
    case 'saml':
      return samlMethod(settings);
    case 'proxy':
      return proxyMethod(settings);
  }
}

/** The way of signing in with a key; a 404 when there is none. */
export function demandMethod(work: UnitOfWork, key: string): SignInMethod {
  const method = methodsOf(work).get(key);
  if (!method) throw signInRefusals.unknownMethod();
  return method;
}

/** What the gateway offers, and looks at. */
export function offerOf(work: UnitOfWork): SignInOffer {
  const methods = [...methodsOf(work)];
  const { signIn } = work.engine.settings;
  const proxy = signIn.methods.find(({ kind }) => kind === 'proxy');
  return {
    password: signIn.local !== 'nobody' || methods.some(([, { byPassword }]) => byPassword !== undefined),
    links: methods.flatMap(([key, { kind, label }]) =>
      kind === 'oidc' || kind === 'saml' ? [{ key, kind, label }] : [],
    ),
    ...(proxy?.kind === 'proxy' ? { proxyHeaders: proxy.headers } : {}),
    bearer: methods.some(([, { byToken }]) => byToken !== undefined),
  };
}
