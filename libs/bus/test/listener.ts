import { connect, nkeyAuthenticator } from '@nats-io/transport-node';
import { nkeySeed } from '../src';

/** Somebody who has opened a connection to the broker and listens. */
export interface Listener {
  heard: { subject: string; text: string }[];
  publish(subject: string, text: string): void;
  /** What the broker refused since it was asked the last time; waits for it. */
  refused(): Promise<string>;
  close(): Promise<void>;
}

/** Listens under a subject, as a part of Plumbline by its key or as the address says; rejects when nobody is let in. */
export async function listen(url: string, subject: string, user?: { name: string; key: Buffer }): Promise<Listener> {
  const { host, username, password } = new URL(url);
  const connection = await connect({
    servers: host,
    reconnect: false,
    ...(username ? { user: username, pass: decodeURIComponent(password) } : {}),
    ...(user
      ? { authenticator: nkeyAuthenticator(Buffer.from(nkeySeed(user.key))), inboxPrefix: `_INBOX_${user.name}` }
      : {}),
  });
  const heard: Listener['heard'] = [];
  const refusals: string[] = [];
  let told = () => {};
  void (async () => {
    for await (const status of connection.status())
      if (status.type === 'error') {
        refusals.push(String(status.error.message));
        told();
      }
  })();
  connection.subscribe(subject, {
    callback: (error, message) => {
      if (!error) heard.push({ subject: message.subject, text: Buffer.from(message.data).toString() });
    },
  });
  await connection.flush();
  return {
    heard,
    publish: (to, text) => connection.publish(to, Buffer.from(text)),
    refused: async () => {
      if (refusals.length === 0)
        await new Promise<void>((resolve) => {
          told = resolve;
        });
      return refusals.shift() as string;
    },
    close: () => connection.close(),
  };
}
