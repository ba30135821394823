import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { Log } from '@plumbline/log';
import { within } from '../under-way';

/** A connection to the broker that comes back by itself, and knows whether it is there. */
export interface Link {
  connection: NatsConnection;
  isUp(): boolean;
  /** Calls back each time the broker is lost; what was asked before will not be answered. */
  onLost(callback: () => void): void;
  /** Bytes of data that fit one message together with our headers. */
  largestMessage(): number;
  /** Sends what is buffered and waits until the broker has it; false when it does not answer in time. */
  flush(withinMilliseconds: number): Promise<boolean>;
  close(): Promise<void>;
}

const reconnectAfterMilliseconds = 300;
/** A broker that has frozen is noticed after two pings without an answer. */
const pingEveryMilliseconds = 3_000;
const closeWithinMilliseconds = 5_000;
const headerAllowance = 1_024;
const defaultLargest = 1_048_576;

/**
 * Connects to the first of the comma-separated NATS addresses that answers; waits for the broker when it is not there
 * yet.
 */
export async function openLink({ url, log, name }: { url: string; log: Log; name: string }): Promise<Link> {
  const waiting = setTimeout(() => log.warn({ natsUrl: url }, 'still waiting for NATS'), 2_000);
  const connection = await connect({
    ...addressOptions(url),
    name,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectAfterMilliseconds,
    reconnectJitter: reconnectAfterMilliseconds,
    pingInterval: pingEveryMilliseconds,
    maxPingOut: 2,
  }).finally(() => clearTimeout(waiting));
  const lost: (() => void)[] = [];
  let isUp = true;
  void follow(connection, log, (state) => {
    if (isUp && !state) for (const callback of lost) callback();
    isUp = state;
  });
  return {
    connection,
    isUp: () => isUp && !connection.isClosed(),
    onLost: (callback) => lost.push(callback),
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

async function follow(connection: NatsConnection, log: Log, report: (isUp: boolean) => void): Promise<void> {
  for await (const status of connection.status()) {
    switch (status.type) {
      case 'disconnect':
        report(false);
        log.warn({ server: status.server }, 'lost NATS');
        break;
      case 'reconnect':
        report(true);
        log.info({ server: status.server }, 'found NATS again');
        break;
      case 'error':
        log.error({ error: status.error }, 'NATS refused something');
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
function addressOptions(url: string): NodeConnectionOptions {
  const addresses = url.split(',').map((text) => new URL(text.includes('://') ? text.trim() : `nats://${text.trim()}`));
  const first = addresses[0] as URL;
  const options: NodeConnectionOptions = { servers: addresses.map(({ host }) => host) };
  if (first.protocol === 'tls:') options.tls = {};
  if (first.password !== '') {
    options.user = decodeURIComponent(first.username);
    options.pass = decodeURIComponent(first.password);
  } else if (first.username !== '') {
    options.token = decodeURIComponent(first.username);
  }
  return options;
}
