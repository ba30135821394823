import { nothingAsked, type Question, type Questions } from '@plumbline/bus';
import { identity } from '@plumbline/engine';
import { z } from 'zod/v4';
import { departure, logout, received, returned, sealed, withMethod } from '../signIn/busHandlers';
import * as factors from '../signIn/factors/factorHandlers';
import {
  forLogin,
  forLogout,
  forOtherSessions,
  forPasswordChange,
  forSessions,
  forToken,
  withDigest,
  withOwnToken,
  withPassword,
  withSession,
  withToken,
  withUser,
} from './busHandlers';

const accepted = identity.extend({ acceptedFor: z.number().optional() });
const signedIn = identity.extend({ sessionSeconds: z.number().optional() });
const challenge = z.object({
  username: z.string(),
  kinds: z.array(z.string()),
  flow: z.string(),
  webauthn: z.looseObject({}),
  enrolment: z.looseObject({}).optional(),
});
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).optional() });
const done = z.object({});

const id = '3c8a5d17-e2b4-4f69-8a0c-7d1e9b5f2c48';
const digest = 'OeQbbFySyMV70thVstB_GY02T6h5--SwCWuTPE5XA7c';
const address = '192.0.2.7';
const base = 'https://plumbline.example';
const somebody = {
  userId: id,
  username: 'noc',
  isSuperuser: false,
  writeEnabled: true,
  permissionStamp: 'e3b0c44298fc1c14',
};
const asked = { username: 'noc', kinds: ['totp'], flow: 'v1.flow', webauthn: {} };

const question = (request: z.ZodType, reply: z.ZodType, exampleRequest: unknown, exampleReply: unknown): Question => ({
  request,
  reply,
  example: { request: exampleRequest, reply: exampleReply },
});

/** What the gateway and the services ask about people, and about who is asking. What is secret is sealed. */
export const identityQuestions: Questions = {
  'identity.token': question(withToken, accepted, { digest, address }, { ...somebody, acceptedFor: 86_400_000 }),
  'identity.basic': question(withPassword, identity, { sealed: 'v1.sealed', address }, somebody),
  'identity.session': question(withDigest, accepted, { digest }, { ...somebody, acceptedFor: 1_209_600_000 }),
  'identity.login': question(
    forLogin,
    z.union([signedIn, z.object({ factorFlow: z.string() })]),
    { sealed: 'v1.sealed', address, digest, agent: 'Mozilla/5.0' },
    { ...somebody, sessionSeconds: 1_209_600 },
  ),
  'identity.logout': question(forLogout, z.object({ url: z.string().optional() }), { digest, base }, {}),
  'identity.sessions': question(
    forSessions,
    z.array(z.looseObject({ id: z.string(), username: z.string(), current: z.boolean() })),
    { current: digest, everybody: false },
    [{ id, username: 'noc', created: '2026-01-05T10:00:00.000000Z', address, current: true }],
  ),
  'identity.revokeSession': question(withSession, done, { id }, {}),
  'identity.revokeOtherSessions': question(forOtherSessions, done, { current: digest }, {}),
  'identity.profile': question(nothingAsked, z.looseObject({ username: z.string() }), {}, { username: 'noc' }),
  'identity.changePassword': question(
    forPasswordChange,
    signedIn.pick({ sessionSeconds: true }),
    { sealed: 'v1.sealed', address, digest },
    { sessionSeconds: 28_800 },
  ),
  'identity.tokens': question(nothingAsked, z.array(z.looseObject({ id: z.string() })), {}, [
    { id, description: 'CI' },
  ]),
  'identity.addToken': question(forToken, z.looseObject({ id: z.string() }), { sealed: 'v1.sealed' }, { id }),
  'identity.revokeToken': question(withOwnToken, done, { id }, {}),
  'identity.user': question(withUser, identity, { userId: id }, somebody),
  'identity.permissions': question(
    withUser,
    // A record of zod's has no key `constructor`, which an action may be called.
    z.record(z.string(), z.object({}).catchall(z.array(z.looseObject({})))),
    { userId: id },
    { 'ipam.vlan': { view: [{ tenant__name: 'ACME' }], change: [] } },
  ),
  'identity.offer': question(
    nothingAsked,
    z.object({
      password: z.boolean(),
      links: z.array(z.looseObject({})),
      proxyHeaders: z.looseObject({ username: z.string() }).optional(),
      bearer: z.boolean(),
    }),
    {},
    { password: true, links: [], bearer: false },
  ),
  'identity.depart': question(
    departure,
    z.object({ url: z.string(), flow: z.string() }),
    { method: 'oidc', base, next: '/' },
    { url: 'https://provider.example/authorize', flow: 'v1.flow' },
  ),
  'identity.arrive': question(
    returned,
    z.object({ identity: signedIn, next: z.string() }),
    { method: 'oidc', sealed: 'v1.sealed', digest, address },
    { identity: somebody, next: '/' },
  ),
  'identity.receive': question(
    received,
    z.object({ arrival: z.unknown() }),
    { method: 'saml', base, sealed: 'v1.sealed' },
    { arrival: { flow: 'v1.flow' } },
  ),
  'identity.describe': question(
    withMethod,
    z.object({ xml: z.string() }),
    { method: 'saml', base },
    { xml: '<EntityDescriptor/>' },
  ),
  'identity.bearer': question(sealed, identity, { sealed: 'v1.sealed', address }, somebody),
  'identity.proxied': question(sealed, identity, { sealed: 'v1.sealed', address }, somebody),
  'identity.ended': question(logout, done, { method: 'oidc', sealed: 'v1.sealed' }, {}),
  'identity.challenge': question(factors.withFlow, challenge, { sealed: 'v1.sealed', base }, asked),
  'identity.factor': question(
    factors.shown,
    signedIn.extend(recoveryCodes.shape),
    { sealed: 'v1.sealed', base, digest, address },
    somebody,
  ),
  'identity.factors': question(
    nothingAsked,
    z.array(z.looseObject({ id: z.string(), kind: z.string(), name: z.string() })),
    {},
    [{ id, kind: 'totp', name: 'Authenticator app', created: '2026-01-05T10:00:00.000000Z', used: null }],
  ),
  'identity.beginFactor': question(factors.withBase, challenge, { base }, { ...asked, kinds: [] }),
  'identity.addFactor': question(factors.forOwnFactors, recoveryCodes, { sealed: 'v1.sealed', base, address }, {}),
  'identity.removeFactor': question(factors.forOwnFactors, done, { sealed: 'v1.sealed', base, address }, {}),
};
