import { setTimeout as delay } from 'node:timers/promises';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import {
  connect,
  type NatsConnection,
  type NodeConnectionOptions,
  PermissionViolationError,
} from '@nats-io/transport-node';
import type { Log } from '@plumbline/log';
import { OpenBroker } from '../failures';
import { within } from '../underWay';
import { inboxPrefix } from '../wireSubject';
import { brokerProblem } from './brokerProblem';
import type { BrokerTls } from './brokerTls';
import { nkeySigner } from './nkey';

/** A connection to the broker that comes back by itself, and knows whether it is there. */
export interface Link {
  connection: NatsConnection;
  isUp(): boolean;
  /** Calls back each time the broker is lost; what was asked before will not be answered. */
  onLost(callback: () => void): void;
  /** Calls back each time the broker is found again; call what comes back to hear no more of it. */
  onFound(callback: () => void): () => void;
  /** Calls back with each subject that the broker did not let through what was sent under. */
  onRefused(callback: (subject: string) => void): void;
  /** Bytes of data that fit one message together with our headers. */
  largestMessage(): number;
  /** Sends what is buffered and waits until the broker has it; false when it does not answer in time. */
  flush(withinMilliseconds: number): Promise<boolean>;
  close(): Promise<void>;
}

/** The clients of a deployment are few: they need not be kept apart for long when its broker is back. */
const reconnectAfterMilliseconds = 100;
/** A broker that has frozen is noticed after two pings without an answer. */
const pingEveryMilliseconds = 3_000;
const closeWithinMilliseconds = 5_000;
/** Bytes of a message that are kept free for its headers. */
export const headerAllowance = 1_024;
const defaultLargest = 1_048_576;

/** Whom to connect to, and as whom. */
export interface LinkOptions {
  url: string;
  /** Set where the broker must have TLS; `tls://` says the same. */
  tls?: BrokerTls | undefined;
  log: Log;
  /** The user of the broker, and how its monitoring shows this process. */
  name: string;
  /** Makes this process known as that user, where the address does not. */
  key?: Buffer | undefined;
  /** Uses a broker that lets in anybody, too. */
  mayBeOpen?: boolean | undefined;
  /** Ends the waiting. */
  ending?: AbortSignal | undefined;
}

/**
 * Connects to the first of the comma-separated NATS addresses that answers; waits for the broker when it is not there
 * yet, until `ending`, whose reason it throws then. Throws a `BrokerProblem` when it is there and TLS keeps us from it,
 * and `OpenBroker` where it lets in anybody; one that comes to do so later is as good as not there.
 */
export async function openLink({ url, tls, log, name, key, mayBeOpen = false, ending }: LinkOptions): Promise<Link> {
  const connecting = connectPatiently(
    {
      ...(key ? { authenticator: nkeySigner(key) } : {}),
      ...addressOptions(url, tls),
      name,
      inboxPrefix: inboxPrefix(name),
      maxReconnectAttempts: -1,
      // Somebody else may be at the address for a moment, or the broker not know us yet.
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: reconnectAfterMilliseconds,
      reconnectJitter: reconnectAfterMilliseconds,
      reconnectJitterTLS: reconnectAfterMilliseconds,
      pingInterval: pingEveryMilliseconds,
      maxPingOut: 2,
    },
    tls ?? {},
    log,
    ending,
  );
  const connection = await (ending ? unlessEnding(connecting, ending) : connecting);
  const isRefused = () => !mayBeOpen && connection.info?.auth_required !== true;
  if (isRefused()) {
    await connection.close();
    throw new OpenBroker(connection.getServer());
  }
  const lost: (() => void)[] = [];
  const found = new Set<() => void>();
  const refused: ((subject: string) => void)[] = [];
  let isUp = true;
  const report = (state: boolean) => {
    const wasUp = isUp;
    isUp = state;
    if (wasUp && !state) for (const callback of lost) callback();
    if (!wasUp && state) for (const callback of found) callback();
  };
  void follow(connection, log, isRefused, report, (subject) => {
    for (const callback of refused) callback(subject);
  });
  return {
    connection,
    isUp: () => isUp && !connection.isClosed(),
    onLost: (callback) => lost.push(callback),
    onFound: (callback) => {
      found.add(callback);
      return () => void found.delete(callback);
    },
    onRefused: (callback) => refused.push(callback),
    largestMessage: () => (connection.info?.max_payload ?? defaultLargest) - headerAllowance,
    flush: async (milliseconds) => {
      const flushed = connection.flush().then(
        () => true,
        () => false,
      );
      return (await within(flushed, milliseconds)) === true;
    },
    close: async () => {
      if (isUp && !connection.isClosed())
        await within(
          connection.drain().catch(() => {}),
          closeWithinMilliseconds,
        );
      if (!connection.isClosed()) await connection.close();
    },
  };
}

/** Milliseconds after which it is told that the broker is still not there. */
const toldAfterMilliseconds = 2_000;
/** A broker that does not like our certificate may hang up before it has said so. */
const hangUpsAtMost = 5;

async function connectPatiently(
  options: NodeConnectionOptions,
  tls: BrokerTls,
  log: Log,
  ending: AbortSignal | undefined,
): Promise<NatsConnection> {
  const { servers } = options;
  const began = Date.now();
  let hangUps = 0;
  for (let isTold = false; ; await delay(reconnectAfterMilliseconds, undefined, { signal: ending })) {
    try {
      // A connection that is to come back by itself would for ever try again what a broker refuses after the handshake.
      if (options.tls) await (await connect({ ...options, reconnect: false })).close();
      return await connect(options);
    } catch (error) {
      if (options.tls && isHangUp(error)) hangUps += 1;
      const problem = brokerProblem(String(servers), tls, error, hangUps > hangUpsAtMost);
      if (problem) throw problem;
      if (isTold || Date.now() - began < toldAfterMilliseconds) continue;
      log.warn({ servers, error: String(error) }, 'still waiting for NATS');
      isTold = true;
    }
  }
}

/** Settles as the work does, or rejects with the reason of the end, since a broker may take long to answer nothing. */
const unlessEnding = <T>(work: Promise<T>, ending: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    if (ending.aborted) reject(ending.reason);
    ending.addEventListener('abort', () => reject(ending.reason), { once: true });
    work.then(resolve, reject);
  });

const isHangUp = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE'].includes(String((error as { code?: string }).code));

async function follow(
  connection: NatsConnection,
  log: Log,
  isRefused: () => boolean,
  report: (isUp: boolean) => void,
  refuse: (subject: string) => void,
): Promise<void> {
  let isComplainedOf = false;
  for await (const status of connection.status()) {
    switch (status.type) {
      case 'disconnect':
        report(false);
        if (!isComplainedOf) log.warn({ server: status.server }, 'lost NATS');
        break;
      case 'reconnect':
        if (isRefused()) {
          if (!isComplainedOf) log.error({ error: new OpenBroker(status.server) }, 'NATS is not used');
          isComplainedOf = true;
          // Questions wait for no answer there, and it hears none of ours: another server, or the same when it was mended.
          void connection.reconnect().catch(() => {});
          break;
        }
        isComplainedOf = false;
        report(true);
        log.info({ server: status.server }, 'found NATS again');
        break;
      case 'error':
        log.error({ error: status.error }, 'NATS refused something');
        if (status.error instanceof PermissionViolationError && status.error.operation === 'publish')
          refuse(status.error.subject);
        break;
      case 'close':
        report(false);
        break;
    }
  }
}

/**
 * Reads `nats://user:password@host:port` and `tls://…`, several separated by commas; credentials are those of the
 * first.
 */
function addressOptions(url: string, tls: BrokerTls | undefined): NodeConnectionOptions {
  const addresses = url.split(',').map((text) => new URL(text.includes('://') ? text.trim() : `nats://${text.trim()}`));
  const first = addresses[0] as URL;
  const options: NodeConnectionOptions = { servers: addresses.map(({ host }) => host) };
  if (tls || first.protocol === 'tls:') options.tls = tlsOptions(addresses, tls);
  if (first.password !== '') {
    options.authenticator = undefined;
    options.user = decodeURIComponent(first.username);
    options.pass = decodeURIComponent(first.password);
  } else if (first.username !== '') {
    options.authenticator = undefined;
    options.token = decodeURIComponent(first.username);
  }
  return options;
}

/** The library asks for the name of an address in numbers that is `localhost`: any broker of ours may answer instead. */
function tlsOptions(addresses: readonly URL[], { ca, certificate, key }: BrokerTls = {}): NodeConnectionOptions['tls'] {
  const names = addresses.map(({ hostname }) => hostname.replace(/^\[(.*)\]$/, '$1'));
  const options = {
    ...(ca === undefined ? {} : { caFile: ca }),
    ...(certificate === undefined ? {} : { certFile: certificate, keyFile: key }),
    checkServerIdentity: (_: string, shown: PeerCertificate) => {
      const problems = names.map((name) => checkServerIdentity(name, shown));
      return problems.every((problem) => problem !== undefined) ? problems[0] : undefined;
    },
  };
  return options as NodeConnectionOptions['tls'];
}
