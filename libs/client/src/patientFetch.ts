/** How long is tried, and waited in between. */
export interface Patience {
  /** How often a request is sent at most. */
  attempts: number;
  /** Milliseconds before the second attempt where the server does not say; before each later one twice as many. */
  firstWait: number;
  /** Milliseconds that are waited at most. */
  longestWait: number;
}

/** Answers that say: later. */
const later = new Set([429, 502, 503, 504]);
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Sends requests again that were answered with “later” or not at all. Writes have a key that they keep, so that they take
 * effect once however often they are sent.
 */
export const patientFetch =
  ({ attempts, firstWait, longestWait }: Patience, send: typeof fetch = fetch) =>
  async (request: Request): Promise<Response> => {
    if (!reading.has(request.method) && !request.headers.has('Idempotency-Key'))
      request.headers.set('Idempotency-Key', crypto.randomUUID());
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attempts;
      try {
        const answer = await send(isLast ? request : request.clone());
        if (isLast || !later.has(answer.status)) return answer;
        await answer.body?.cancel();
        const pause = saidPause(answer.headers.get('Retry-After')) ?? firstWait * 2 ** (attempt - 1);
        await wait(Math.min(pause, longestWait), request.signal);
      } catch (error) {
        if (isLast || request.signal.aborted) throw error;
        await wait(Math.min(firstWait * 2 ** (attempt - 1), longestWait), request.signal);
      }
    }
  };

/** Seconds, or a date (RFC 9110, section 10.2.3), as milliseconds from now. */
function saidPause(header: string | null): number | undefined {
  if (header === null) return undefined;
  const pause = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(pause) ? undefined : Math.max(pause, 0);
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
