import type { BusUse } from '@plumbline/bus';
import { partsOfLabel } from '@plumbline/model';
import type { Catalog } from './catalog';

/** Who somebody is, and who they are no more. */
const identityVerbs = ['token', 'session', 'user', 'basic', 'login', 'logout', 'permissions'];
/** Ways of signing in beside local accounts. */
const signInVerbs = [
  'offer',
  'depart',
  'arrive',
  'receive',
  'describe',
  'bearer',
  'proxied',
  'ended',
  'challenge',
  'factor',
];
/** What somebody does with their own account. */
const accountVerbs = [
  'profile',
  'changePassword',
  'tokens',
  'addToken',
  'revokeToken',
  'sessions',
  'revokeSession',
  'revokeOtherSessions',
  'factors',
  'beginFactor',
  'addFactor',
  'removeFactor',
];
/** How a service is, what it has, and how it describes itself. */
const serviceVerbs = ['health', 'totals', 'referring', 'openapi', 'measures', 'manifest'];
/** What gateways tell one another of who has written and who reads from replicas (writers/). */
const ownEvents = [
  ...['wrote', 'heard'].map((verb) => ({ app: 'gateway', model: 'writer', verb })),
  ...['alive', 'gone'].map((verb) => ({ app: 'gateway', model: 'reader', verb })),
];

/** What the gateway asks, tells and hears; the broker lets it do that and nothing else. */
export const gatewayBusUse = (catalog: Catalog): BusUse => ({
  name: 'gateway',
  serves: true,
  asks: [
    ...[...identityVerbs, ...signInVerbs, ...accountVerbs].map((verb) => ({ app: 'users', model: 'identity', verb })),
    ...Object.keys(catalog.apps).flatMap((app) => serviceVerbs.map((verb) => ({ app, model: 'service', verb }))),
    { app: 'extras', model: 'job', verb: 'workers' },
    { app: 'gateway', model: 'reader', verb: 'known' },
    ...Object.entries(catalog.apps).flatMap(([app, { endpoints }]) =>
      endpoints.map(({ label }) => ({
        app,
        model: partsOfLabel(label).model,
        verb: 'lookups',
      })),
    ),
  ],
  tells: ownEvents,
  hears: [...ownEvents, { app: 'users', model: '*', verb: 'changed' }, { app: '*', model: 'service', verb: 'started' }],
  keeps: false,
});
