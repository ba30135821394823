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
import { headers as createHeaders, type MsgHdrs, PermissionViolationError } from '@nats-io/transport-node';
import type { Log } from '@plumbline/log';
import type { KeptMessage, MessageStore } from '../bus';
import { ServiceUnavailable } from '../failures';
import { keptSubject } from '../wireSubject';
import { headerAllowance, type Link } from './link';
import { deflatedHeader } from './parts';

/** Tells the place of a kept message among those of its application. */
export const positionHeader = 'Plumbline-Position';

/** On a message without the record, which is larger than one may be: how many bytes it has. */
export const leftOutHeader = 'Plumbline-Left-Out';

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
const nothing = Buffer.from('null');

/** A message as it is sent. */
interface Prepared {
  id: string;
  headers: MsgHdrs;
  bytes: Buffer;
}

/** Positions, both included. */
interface Span {
  from: number;
  to: number;
}

/** Whether an error says that nothing is ever kept: the server or its account has no JetStream, or we may not use it. */
const isAbsence = (error: unknown): boolean =>
  error instanceof PermissionViolationError || (error instanceof Error && error.name === 'JetStreamNotEnabled');

/** Makes a store of the server's JetStream; where there is none, nothing is kept and nothing fails. */
export function createMessageStore(link: Link, log: Log): MessageStore {
  const client = jetstream(link.connection);
  let manager: Promise<JetStreamManager> | undefined;
  let failure: { until: number; means: 'absent' | 'away' } | undefined;
  /** Why it is not there, as was said already. */
  let said: string | undefined;
  /** Bytes of a message that the stream takes. */
  let largest = Number.POSITIVE_INFINITY;
  /** What is sent again by application, as of several under way at once one may be missing. */
  const again = new Map<string, Span>();

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
      largest = config.max_msg_size > 0 ? config.max_msg_size - headerAllowance : Number.POSITIVE_INFINITY;
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

  async function prepare({ id, position, payload }: KeptMessage): Promise<Prepared> {
    const headers = createHeaders();
    headers.set(positionHeader, String(position));
    const most = Math.min(link.largestMessage(), largest);
    const plain = Buffer.from(JSON.stringify(payload));
    if (plain.length <= most) return { id, headers, bytes: plain };
    const small = await compress(plain);
    if (small.length <= most) {
      headers.set(deflatedHeader, '1');
      return { id, headers, bytes: small };
    }
    headers.set(leftOutHeader, String(plain.length));
    return { id, headers, bytes: nothing };
  }

  /** Answers whether it was not there yet. */
  async function keepOne(app: string, { id, headers, bytes }: Prepared): Promise<boolean> {
    const options = { msgID: id, headers, timeout: patienceMilliseconds, retries: 0 };
    return !(await client.publish(keptSubject(app), bytes, options)).duplicate;
  }

  /** Keeps messages that are under way at once; where one is not taken, it and all behind it are to be sent again. */
  async function keepAll(app: string, messages: readonly KeptMessage[], prepared: readonly Prepared[]): Promise<void> {
    const outcomes = await Promise.allSettled(prepared.map((one) => keepOne(app, one)));
    const failed = outcomes.findIndex(({ status }) => status === 'rejected');
    if (failed < 0) return;
    const to = Math.max(messages.at(-1)!.position, again.get(app)?.to ?? 0);
    again.set(app, { from: messages[failed]!.position, to });
    throw (outcomes[failed] as PromiseRejectedResult).reason;
  }

  /** As `keepAll`, for what may be there already: under new ids, as JetStream drops what it has as duplicates and would keep the rest behind it. */
  async function keepAgain(app: string, { to }: Span, messages: readonly KeptMessage[], prepared: readonly Prepared[]) {
    const renamed = prepared.map((one, index) =>
      messages[index]!.position <= to ? { ...one, id: `${one.id} again` } : one,
    );
    await keepAll(app, messages, renamed);
    const from = messages.at(-1)!.position + 1;
    if (from > to) again.delete(app);
    else again.set(app, { from, to });
  }

  return {
    async last(app) {
      if (!link.isUp()) return 'away';
      if (failure && Date.now() < failure.until) return failure.means;
      try {
        const last = await lastPosition(app);
        said = undefined;
        failure = undefined;
        return Math.min(last, (again.get(app)?.from ?? Number.POSITIVE_INFINITY) - 1);
      } catch (error) {
        const means = isAbsence(error) ? 'absent' : 'away';
        failure = { until: Date.now() + askAgainAfterMilliseconds, means };
        const reason = String(error);
        if (reason !== said) log.info({ reason }, 'no JetStream; change records are read from PostgreSQL alone');
        said = reason;
        return means;
      }
    },
    async keep(app, messages) {
      if (!link.isUp()) throw new ServiceUnavailable('bus', 'the broker is not reachable');
      // Before any is sent: on one connection they are kept in the order in which they leave.
      const prepared: Prepared[] = [];
      for (const message of messages) prepared.push(await prepare(message));
      const span = again.get(app);
      if (span) {
        await keepAgain(app, span, messages, prepared);
        return true;
      }
      const [first] = prepared;
      if (first && !(await keepOne(app, first))) return false;
      await keepAll(app, messages.slice(1), prepared.slice(1));
      return true;
    },
  };
}
