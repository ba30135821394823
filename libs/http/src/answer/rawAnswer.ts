import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Milliseconds a client that is refused has to take the answer. */
const partingMilliseconds = 1_000;
/** Clients that are told why they are refused, at the same time; beyond them connections are closed without a word. */
const mostPartings = 100;
let partings = 0;

/** Answers what never became a request, in the shape of all other errors, and ends the connection. */
export function answerRaw(socket: Duplex, status: number, detail: string, headers: readonly string[] = []): void {
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const reasons = {
  429: 'There are too many connections from your address. Close some, or use them again.',
  503: 'There are too many connections at the moment. Try again in a few seconds.',
};

/** Refuses a connection before anything is read from it. */
export function refuseConnection(socket: Socket, status: 429 | 503): void {
  socket.on('error', () => socket.destroy());
  if (partings >= mostPartings) {
    socket.destroy();
    return;
  }
  partings += 1;
  const timer = setTimeout(() => socket.destroy(), partingMilliseconds);
  socket.once('close', () => {
    partings -= 1;
    clearTimeout(timer);
  });
  // A connection with unread bytes would be reset, and the answer lost with it.
  socket.resume();
  answerRaw(socket, status, reasons[status], ['Retry-After: 2']);
}
