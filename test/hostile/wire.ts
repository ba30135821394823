import { connect, type Socket } from 'node:net';
import type { HostileServer } from './hostileServer';

/** A bare connection, for what no HTTP client would send. */
export interface Wire {
  socket: Socket;
  /** Writes bytes; errors are kept for `received`. */
  send(text: string | Buffer): void;
  /** Everything that has come until the other side closes, or until that much time has passed. */
  received(milliseconds: number): Promise<{ text: string; closed: boolean }>;
}

/** Opens one. */
export async function openWire({ host, port }: Pick<HostileServer, 'host' | 'port'>, from?: string): Promise<Wire> {
  const socket = connect({ host, port, localAddress: from });
  const chunks: Buffer[] = [];
  let closed = false;
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    closed = true;
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    socket,
    send: (text) => {
      if (!socket.destroyed) socket.write(text);
    },
    received: (milliseconds) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          socket.destroy();
          resolve({ text: Buffer.concat(chunks).toString(), closed });
        };
        const timer = setTimeout(done, milliseconds);
        if (closed) done();
        else socket.once('close', done);
      }),
  };
}

/** The status codes of the answers in a stream of them. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
