import type { Subject } from '../bus';
import { eventSubject, inboxOf, inboxPrefix, keptSubject, requestSubject, requestsTo } from '../wireSubject';
import { nkeyPublic } from './nkey';
import { streamName } from './store';

/** What a part of Plumbline does on the bus, and so all it may do there. */
export interface BusUse {
  /** The part: a user of the broker. */
  name: string;
  /** Answers requests to the application of its name. */
  serves: boolean;
  asks: readonly Subject[];
  /** Events it tells, and those it listens for; `*` stands for any model. */
  tells: readonly Subject[];
  hears: readonly Subject[];
  /** Keeps change records in the broker's store. */
  keeps: boolean;
}

/** Whom the broker lets in, by which key, and what they may publish and subscribe. */
export interface BrokerUser {
  name: string;
  nkey: string;
  publish: string[];
  subscribe: string[];
}

const api = '$JS.API';

/** The users of a broker, each with what follows from its use of the bus and with no other right. */
export function brokerUsers(uses: readonly BusUse[], keyOf: (name: string) => Buffer): BrokerUser[] {
  return uses.map((use) => {
    const { name, serves, asks, tells, hears, keeps } = use;
    const asked = new Set(asks.map(({ app }) => app));
    const askers = serves ? uses.filter((other) => other.asks.some(({ app }) => app === name)) : [];
    // Answers go to those who ask, the parts of a long request to those who are asked.
    const partners = new Set([...asked, ...askers.map((other) => other.name)]);
    return {
      name,
      nkey: nkeyPublic(keyOf(name)),
      publish: [
        ...asks.map((subject) => requestSubject(name, subject)),
        ...[...partners].map((partner) => `${inboxOf(partner, name)}.>`),
        ...tells.map((subject) => eventSubject(subject, { pattern: true })),
        ...(keeps ? keeping(name) : []),
      ],
      subscribe: [
        `${inboxPrefix(name)}.>`,
        ...(serves ? [requestsTo(name)] : []),
        ...hears.map((subject) => eventSubject(subject, { pattern: true })),
      ],
    };
  });
}

/** What it takes to keep records of one application and to see how far they go, and not to read those of others. */
const keeping = (app: string): string[] => [
  keptSubject(app),
  `${api}.STREAM.INFO.${streamName}`,
  `${api}.STREAM.CREATE.${streamName}`,
  `${api}.STREAM.UPDATE.${streamName}`,
  `${api}.DIRECT.GET.${streamName}.${keptSubject(app)}`,
];

/** A user who reads the change records that are kept, of all applications, and does nothing else. */
export const storeReader = (name: string, key: Buffer): BrokerUser => ({
  name,
  nkey: nkeyPublic(key),
  publish: [
    `${api}.INFO`,
    `${api}.STREAM.INFO.${streamName}`,
    `${api}.STREAM.NAMES`,
    `${api}.STREAM.MSG.GET.${streamName}`,
    `${api}.DIRECT.GET.${streamName}.>`,
    `${api}.CONSUMER.*.${streamName}`,
    `${api}.CONSUMER.*.${streamName}.>`,
    `${api}.CONSUMER.DURABLE.CREATE.${streamName}.*`,
    `${api}.CONSUMER.MSG.NEXT.${streamName}.*`,
    `$JS.ACK.${streamName}.>`,
    `$JS.FC.${streamName}.>`,
  ],
  subscribe: [`${inboxPrefix(name)}.>`],
});

/** The part of a nats-server's configuration that lets these users in and nobody else. It holds no secret. */
export function authorizationText(users: readonly BrokerUser[]): string {
  const list = (subjects: readonly string[]) =>
    `[${[...new Set(subjects)]
      .sort()
      .map((one) => JSON.stringify(one))
      .join(', ')}]`;
  const entries = users.map(
    ({ name, nkey, publish, subscribe }) => `    # ${name}
    { nkey: ${nkey}, permissions: {
      publish: { allow: ${list(publish)} }
      subscribe: { allow: ${list(subscribe)} }
    } }`,
  );
  return `authorization {\n  users: [\n${entries.join('\n')}\n  ]\n}\n`;
}
