import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { headers as createHeaders } from '@nats-io/transport-node';
import type { Log } from '@plumbline/log';
import type { KeptMessage, MessageStore } from '../bus';
import { ServiceUnavailable } from '../failures';
import { keptSubject } from '../wireSubject';
import type { Link } from './link';
import { deflatedHeader } from './parts';

/** Tells the place of a kept message among those of its application. */
export const positionHeader = 'Plumbline-Position';

/** The stream that keeps change records; an operator may have made one of this name with other limits. */
export const streamName = 'plumbline_changes';
const nanoseconds = 1_000_000;
const keptMilliseconds = 7 * 24 * 60 * 60 * 1000;
const duplicatesWithinMilliseconds = 2 * 60 * 1000;
const mostBytes = 1024 * 1024 * 1024;

const patienceMilliseconds = 3_000;
/** A server without JetStream is not asked again at once. */
const askAgainAfterMilliseconds = 30_000;
const compress = promisify(deflate);

/** Makes a store of the server's JetStream; where there is none, nothing is kept and nothing fails. */
export function createMessageStore(link: Link, log: Log): MessageStore {
  const client = jetstream(link.connection);
  let manager: Promise<JetStreamManager> | undefined;
  let absentUntil = 0;
  /** Why it is not there, as was said already. */
  let said: string | undefined;

  async function management(): Promise<JetStreamManager> {
    manager ??= jetstreamManager(link.connection, { checkAPI: false, timeout: patienceMilliseconds });
    return manager;
  }

  async function lastPosition(app: string): Promise<number> {
    const { streams, direct } = await management();
    try {
      // A server asked for a message of a stream that somebody is just making crashes (2.9.10 does); one that has
      // messages is made.
      const { state, config } = await streams.info(streamName);
      // Read directly, its subject is the application's own, and so is the right to read it.
      if (!config.allow_direct) await streams.update(streamName, { allow_direct: true });
      if (state.messages === 0) return 0;
      const message = await direct.getMessage(streamName, { last_by_subj: keptSubject(app) });
      return Number(message?.header.get(positionHeader) ?? 0);
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.code !== JetStreamApiCodes.StreamNotFound) throw error;
      await streams.add({
        name: streamName,
        subjects: [keptSubject('*')],
        storage: StorageType.File,
        retention: RetentionPolicy.Limits,
        max_age: keptMilliseconds * nanoseconds,
        max_bytes: mostBytes,
        allow_direct: true,
        duplicate_window: duplicatesWithinMilliseconds * nanoseconds,
      });
      return 0;
    }
  }

  /** Answers whether it was not there yet. */
  async function keepOne(app: string, { id, position, payload }: KeptMessage): Promise<boolean> {
    const headers = createHeaders();
    headers.set(positionHeader, String(position));
    let bytes = Buffer.from(JSON.stringify(payload));
    if (bytes.length > link.largestMessage()) {
      headers.set(deflatedHeader, '1');
      bytes = await compress(bytes);
    }
    const options = { msgID: id, headers, timeout: patienceMilliseconds, retries: 0 };
    return !(await client.publish(keptSubject(app), bytes, options)).duplicate;
  }

  return {
    async last(app) {
      if (!link.isUp() || Date.now() < absentUntil) return undefined;
      try {
        const last = await lastPosition(app);
        said = undefined;
        return last;
      } catch (error) {
        absentUntil = Date.now() + askAgainAfterMilliseconds;
        const reason = String(error);
        if (reason !== said) log.info({ reason }, 'no JetStream; change records are read from PostgreSQL alone');
        said = reason;
        return undefined;
      }
    },
    async keep(app, messages) {
      if (!link.isUp()) throw new ServiceUnavailable('bus', 'the broker is not reachable');
      const [first, ...others] = messages;
      if (first && !(await keepOne(app, first))) return false;
      // All are under way at once on one connection, which keeps their order.
      await Promise.all(others.map((message) => keepOne(app, message)));
      return true;
    },
  };
}
