import { inflateSync } from 'node:zlib';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { deflatedHeader } from '../src/nats/parts';
import { leftOutHeader, positionHeader } from '../src/nats/store';

/** A change record as the broker keeps it. */
export interface Kept {
  subject: string;
  id: string;
  position: number;
  payload: Record<string, unknown>;
  /** Bytes of a record that is too large to be there. */
  leftOut?: number;
}

/**
 * Everything the broker keeps in the stream of change records, in its order; undefined when there is no such stream.
 */
export async function readStream(url: string): Promise<Kept[] | undefined> {
  const connection = await connectTo(url);
  try {
    const { streams } = await jetstreamManager(connection, { checkAPI: false });
    const info = await streams.info('plumbline_changes').catch(() => undefined);
    if (!info) return undefined;
    const kept: Kept[] = [];
    for (let seq = info.state.first_seq; seq <= info.state.last_seq && info.state.messages > 0; seq++) {
      const message = await streams.getMessage('plumbline_changes', { seq });
      if (!message) continue;
      kept.push({
        subject: message.subject,
        id: message.header.get('Nats-Msg-Id'),
        position: Number(message.header.get(positionHeader)),
        payload: message.header.has(deflatedHeader)
          ? JSON.parse(String(inflateSync(message.data)))
          : message.json<Record<string, unknown>>(),
        ...(message.header.has(leftOutHeader) && { leftOut: Number(message.header.get(leftOutHeader)) }),
      });
    }
    return kept;
  } finally {
    await connection.close();
  }
}

/** Lets the stream take no message of more bytes than these, as an operator may. */
export async function limitMessages(url: string, max_msg_size: number): Promise<void> {
  const connection = await connectTo(url);
  try {
    const { streams } = await jetstreamManager(connection, { checkAPI: false });
    await streams.update('plumbline_changes', { max_msg_size });
  } finally {
    await connection.close();
  }
}

function connectTo(url: string): Promise<NatsConnection> {
  const { host, username, password } = new URL(url);
  return connect({ servers: host, user: username, pass: decodeURIComponent(password) });
}
