import http from 'node:http';
import https from 'node:https';
import { type GuardedAgents, OutgoingError } from '@plumbline/outgoing';
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import { withHead } from './withHead';

/**
 * Speaks HTTP for git, over connections that only go where requests may go. Redirects are not followed, and what has
 * been received is counted: beyond `mostBytes` nothing more is read.
 */
export function guardedHttp(agents: GuardedAgents, mostBytes: number): HttpClient {
  let received = 0;
  async function* counted(answer: http.IncomingMessage): AsyncIterableIterator<Uint8Array> {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      received += piece.length;
      if (received > mostBytes) throw new OutgoingError(`The repository is larger than ${mostBytes} bytes.`);
      yield piece;
    }
  }
  async function* advertisement(answer: http.IncomingMessage): AsyncIterableIterator<Uint8Array> {
    yield withHead(Buffer.concat(await all(counted(answer))));
  }
  return {
    request: async ({ url, method = 'GET', headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> => {
      const answer = await send(new URL(url), { method, headers }, agents, await collected(body));
      const status = answer.statusCode ?? 0;
      if (status >= 300 && status < 400) {
        answer.destroy();
        throw new OutgoingError('The server points to another address, which is not followed: give that one.');
      }
      return {
        url,
        method,
        statusCode: status,
        statusMessage: '',
        headers: answer.headers as Record<string, string>,
        body: method === 'GET' ? advertisement(answer) : counted(answer),
      };
    },
  };
}

function send(
  url: URL,
  options: http.RequestOptions,
  agents: GuardedAgents,
  body: Buffer | undefined,
): Promise<http.IncomingMessage> {
  const secure = url.protocol === 'https:';
  if (!secure && url.protocol !== 'http:') throw new OutgoingError('Only http and https are spoken.');
  return new Promise((resolve, reject) => {
    const sent = (secure ? https : http).request(
      url,
      { ...options, agent: secure ? agents.https : agents.http },
      resolve,
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function collected(pieces: GitHttpRequest['body']): Promise<Buffer | undefined> {
  return pieces && Buffer.concat(await all(pieces as AsyncIterable<Uint8Array>));
}

async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const piece of pieces) found.push(piece);
  return found;
}
