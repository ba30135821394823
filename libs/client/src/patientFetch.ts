/** How long is tried, and waited in between. */
export interface Patience {
  /** How often a request is sent at most. */
  attempts: number;
  /** Milliseconds before the second attempt where the server does not say; before each later one twice as many. */
  firstWait: number;
  /** Milliseconds that are waited at most. */
  longestWait: number;
}

const later = new Set([429, 502, 503, 504]);

/** Whether an answer of this status says: later. */
export const isLater = (status: number): boolean => later.has(status);

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Sends requests again that were answered with “later” or not at all. Writes have a key that they keep, so that they take
 * effect once however often they are sent.
 */
export const patientFetch =
  (patience: Patience, send: typeof fetch = fetch) =>
  async (request: Request): Promise<Response> => {
    if (!reading.has(request.method) && !request.headers.has('Idempotency-Key'))
      request.headers.set('Idempotency-Key', newKey());
    return patiently(patience, (isLast) => send(isLast ? request : request.clone()), request.signal);
  };

/**
 * A key under which a write takes effect once (`Idempotency-Key`): 128 random bits in hexadecimal. Browsers make no UUID on pages
 * that came without TLS.
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Sends again what was answered with “later” or not at all, until the signal says that nobody waits any more. */
export async function patiently(
  { attempts, firstWait, longestWait }: Patience,
  send: (isLast: boolean) => Promise<Response>,
  signal?: AbortSignal,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt >= attempts;
    try {
      const answer = await send(isLast);
      if (isLast || !isLater(answer.status)) return answer;
      await answer.body?.cancel();
      const pause = saidPause(answer.headers.get('Retry-After')) ?? firstWait * 2 ** (attempt - 1);
      await wait(Math.min(pause, longestWait), signal);
    } catch (error) {
      if (isLast || signal?.aborted) throw error;
      await wait(Math.min(firstWait * 2 ** (attempt - 1), longestWait), signal);
    }
  }
}

/** Seconds, or a date (RFC 9110, section 10.2.3), as milliseconds from now. */
function saidPause(header: string | null): number | undefined {
  if (header === null) return undefined;
  const pause = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(pause) ? undefined : Math.max(pause, 0);
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
