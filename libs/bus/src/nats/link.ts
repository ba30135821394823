import { setTimeout as delay } from 'node:timers/promises';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import {
  AuthorizationError,
  connect,
  type NatsConnection,
  type NodeConnectionOptions,
  PermissionViolationError,
} from '@nats-io/transport-node';
import type { Log } from '@plumbline/log';
import pTimeout from 'p-timeout';
import { OpenBroker, UnknownToBroker } from '../failures';
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
  /** Milliseconds after which a broker that does not let us in is not asked any more. */
  refusedWithin?: number | undefined;
  /** Ends the waiting. */
  ending?: AbortSignal | undefined;
}

/**
 * Connects to the first of the comma-separated NATS addresses that answers; waits for the broker when it is not there
 * yet, until `ending`, whose reason it throws then. Throws a `BrokerProblem` when it is there and TLS keeps us from it,
 * `UnknownToBroker` where it goes on not to let us in, and `OpenBroker` where it lets in anybody; one that comes to do
 * so later is as good as not there.
 */
export async function openLink({
  url,
  tls,
  log,
  name,
  key,
  mayBeOpen = false,
  refusedWithin = usuallyRefusedWithin,
  ending,
}: LinkOptions): Promise<Link> {
  const addressed = addressOptions(url, tls);
  const connecting = connectPatiently(
    {
      ...(key ? { authenticator: nkeySigner(key) } : {}),
      ...addressed,
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
    { tls: tls ?? {}, log, refusedWithin, ending },
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
  void follow(connection, {
    log,
    known: knownBy(addressed),
    isRefused,
    report,
    refuse: (subject) => {
      for (const callback of refused) callback(subject);
    },
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
    flush: (milliseconds) => {
      const flushed = connection.flush().then(
        () => true,
        () => false,
      );
      return pTimeout(flushed, milliseconds, () => false);
    },
    close: async () => {
      if (isUp && !connection.isClosed())
        await pTimeout(
          connection.drain().catch(() => {}),
          closeWithinMilliseconds,
          () => undefined,
        );
      if (!connection.isClosed()) await connection.close();
    },
  };
}

/** Milliseconds after which it is told that the broker is still not there. */
const toldAfterMilliseconds = 2_000;
/** A broker that does not like our certificate may hang up before it has said so. */
const hangUpsAtMost = 5;
/** A broker that is just being told of the parts of this version knows us by then. */
const usuallyRefusedWithin = 30_000;
/** Of several brokers another may be away, and be what an attempt ends with. */
const refusalsApart = 5_000;

interface Patience {
  tls: BrokerTls;
  log: Log;
  refusedWithin: number;
  ending: AbortSignal | undefined;
}

async function connectPatiently(
  options: NodeConnectionOptions,
  { tls, log, refusedWithin, ending }: Patience,
): Promise<NatsConnection> {
  const { servers } = options;
  const began = Date.now();
  let hangUps = 0;
  let refused: { first: number; last: number } | undefined;
  for (let isTold = false; ; await delay(reconnectAfterMilliseconds, undefined, { signal: ending })) {
    try {
      // A connection that is to come back by itself would for ever try again what a broker refuses after the handshake.
      if (options.tls) await (await connect({ ...options, reconnect: false })).close();
      return await connect(options);
    } catch (error) {
      if (options.tls && isHangUp(error)) hangUps += 1;
      const problem = brokerProblem(String(servers), tls, error, hangUps > hangUpsAtMost);
      if (problem) throw problem;
      if (error instanceof AuthorizationError) {
        const last = Date.now();
        const goesOn = refused !== undefined && last - refused.last < refusalsApart;
        refused = { first: goesOn ? refused!.first : last, last };
        if (last - refused.first >= refusedWithin) throw new UnknownToBroker(String(servers), knownBy(options), error);
      }
      if (isTold || Date.now() - began < toldAfterMilliseconds) continue;
      log.warn({ servers, error: String(error) }, 'still waiting for NATS');
      isTold = true;
    }
  }
}

/** An address that says who we are counts more than a key. */
const knownBy = ({ user, token }: NodeConnectionOptions): 'by its key' | 'by the address' =>
  user === undefined && token === undefined ? 'by its key' : 'by the address';

/** Settles as the work does, or rejects with the reason of the end, since a broker may take long to answer nothing. */
const unlessEnding = <T>(work: Promise<T>, ending: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    if (ending.aborted) reject(ending.reason);
    ending.addEventListener('abort', () => reject(ending.reason), { once: true });
    work.then(resolve, reject);
  });

const isHangUp = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE'].includes(String((error as { code?: string }).code));

/** What there is to do about the fate of a connection. */
interface Follower {
  log: Log;
  /** How the broker is to know us. */
  known: 'by its key' | 'by the address';
  isRefused(): boolean;
  report(isUp: boolean): void;
  refuse(subject: string): void;
}

async function follow(connection: NatsConnection, { log, known, isRefused, report, refuse }: Follower): Promise<void> {
  // A broker that is not used, or does not let us in, is lost again with each attempt: until it is found, all is told once.
  const told = new Set<'lost' | 'not used'>();
  const once = (what: 'lost' | 'not used', tell: () => void) => {
    if (!told.has(what)) tell();
    told.add(what);
  };
  const notUsed = (error: Error) => once('not used', () => log.error({ error }, 'NATS is not used'));
  for await (const status of connection.status()) {
    switch (status.type) {
      case 'disconnect':
        report(false);
        once('lost', () => log.warn({ server: status.server }, 'lost NATS'));
        break;
      case 'reconnect':
        if (isRefused()) {
          notUsed(new OpenBroker(status.server));
          // Questions wait for no answer there, and it hears none of ours: another server, or the same when it was mended.
          void connection.reconnect().catch(() => {});
          break;
        }
        report(true);
        // The library says it once for each attempt that came to nothing.
        if (told.size > 0) log.info({ server: status.server }, 'found NATS again');
        told.clear();
        break;
      case 'error':
        if (status.error instanceof AuthorizationError) {
          notUsed(new UnknownToBroker(connection.getServer(), known, status.error));
          break;
        }
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
