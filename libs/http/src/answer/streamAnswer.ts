import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AnswerOptions, csvType, usualHeaders } from './answer';

/**
 * Writes a table of unknown length and ends the response. The next text is asked for when the client has taken the one
 * before, so that no more than one is held. What the texts throw is thrown on: the response has begun and must be
 * broken off. When the client leaves, no further text is asked for.
 */
export async function streamAnswer(
  req: IncomingMessage,
  res: ServerResponse,
  texts: AsyncIterable<string>,
  options: AnswerOptions = {},
): Promise<void> {
  res.writeHead(200, { ...usualHeaders(200, options), 'Content-Type': csvType, ...options.headers });
  if (req.method !== 'HEAD')
    for await (const text of texts) if (res.closed || !(res.write(text) || (await taken(res)))) return;
  res.end();
}

/** Resolves with true when everything written has been taken, with false when the client has left. */
function taken(res: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isTaken: boolean) => {
      res.off('drain', drained).off('close', left);
      resolve(isTaken);
    };
    const drained = () => settle(true);
    const left = () => settle(false);
    res.once('drain', drained).once('close', left);
    if (res.closed) left();
  });
}
