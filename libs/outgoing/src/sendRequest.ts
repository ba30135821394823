import http from 'node:http';
import https from 'node:https';
import type { GuardedAgents } from './guardedAgents';
import { OutgoingError } from './outgoingError';

export interface OutgoingRequest {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  agents: GuardedAgents;
  /** Until when the status of the answer must have come. */
  signal: AbortSignal;
  /** Bytes of the answer that are read; the rest is not waited for. */
  mostBytes: number;
}

export interface OutgoingAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The beginning of the body. */
  text: string;
}

/**
 * Sends one request and answers with the status and the beginning of what came back. Redirects are answers like any
 * other. Throws an `OutgoingError`, or the error of the connection.
 */
export async function sendRequest(request: OutgoingRequest): Promise<OutgoingAnswer> {
  const { url, method, headers, body, agents, signal, mostBytes } = request;
  const secure = url.protocol === 'https:';
  if (!secure && url.protocol !== 'http:') throw new OutgoingError('Only http and https are spoken.');
  return new Promise((resolve, reject) => {
    let answered = false;
    const options = { method, headers, signal, agent: secure ? agents.https : agents.http };
    const outgoing = (secure ? https : http).request(url, options, (answer) => {
      answered = true;
      const read: Buffer[] = [];
      let size = 0;
      const done = () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(read).subarray(0, mostBytes).toString('utf8'),
        });
      answer.on('data', (piece: Buffer) => {
        read.push(piece);
        size += piece.length;
        if (size > mostBytes) answer.destroy();
      });
      // The status has come, so that what becomes of the rest of the body changes nothing.
      answer.on('close', done).on('error', done);
    });
    // What cuts off an answer shows on the answer too.
    outgoing.on('error', (error) => answered || reject(error));
    outgoing.on('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new Error('The server has changed to another protocol, which nobody asked for.'));
    });
    outgoing.end(body);
  });
}
