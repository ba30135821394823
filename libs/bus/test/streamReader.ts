import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { positionHeader } from '../src/nats/store';

/** A change record as the broker keeps it. */
export interface Kept {
  subject: string;
  id: string;
  position: number;
  payload: Record<string, unknown>;
}

/**
 * Everything the broker keeps in the stream of change records, in its order; undefined when there is no such stream.
 */
export async function readStream(url: string): Promise<Kept[] | undefined> {
  const { host, username, password } = new URL(url);
  const connection = await connect({ servers: host, user: username, pass: decodeURIComponent(password) });
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
        payload: message.json(),
      });
    }
    return kept;
  } finally {
    await connection.close();
  }
}
