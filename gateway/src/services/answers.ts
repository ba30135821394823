import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { AuthenticatedRequest } from '@plumbline/http';
import type { Response } from 'express';

/** Milliseconds of silence after which an answer that has begun is given up. */
const longestSilence = 30_000;
/** What a service says its answer cost: `<SQL statements>/<bus requests>`, and statements that a replica answered. */
const costHeader = 'x-plumbline-cost';

/** Adds what an answer cost to what its request has; our headers are not for clients. */
export function readCost(answer: IncomingMessage, { gatewayRequest }: AuthenticatedRequest) {
  const header = answer.headers[costHeader];
  const [sql, bus, replica] = typeof header === 'string' ? header.split('/').map(Number) : [];
  gatewayRequest.cost.sql += sql || 0;
  gatewayRequest.cost.bus += bus || 0;
  if (replica) gatewayRequest.cost.replica = replica;
  for (const name of Object.keys(answer.headers)) if (name.startsWith('x-plumbline-')) delete answer.headers[name];
}

/** Gives up an answer of which nothing comes any more, unless that is because its reader is slow. */
export function watchSilence(answer: IncomingMessage, res: Response): void {
  let read = answer.socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = answer.socket;
    if (bytesRead === read && !res.writableNeedDrain) answer.destroy();
    read = bytesRead;
  }, longestSilence);
  answer.once('close', () => clearInterval(timer));
}

/** Of a request that has its answer nobody reads the rest: the client gets it off its hands, and can ask the next thing. */
export function discardBody(req: IncomingMessage, outgoing: ClientRequest | undefined): void {
  if (req.complete || !outgoing) return;
  req.unpipe(outgoing);
  req.resume();
  outgoing.destroy();
}

/** What a service says of its connection is not said of the client's, of which the proxy tells what the request has. */
export function tellOfConnection(
  answer: IncomingMessage,
  { headers }: IncomingMessage,
  { shouldKeepAlive }: ServerResponse,
) {
  delete answer.headers.connection;
  delete answer.headers['keep-alive'];
  headers.connection = shouldKeepAlive ? 'keep-alive' : 'close';
}
