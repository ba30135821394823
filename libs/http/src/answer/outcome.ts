import { Problem } from './problem';

/** What became of a write that is answered with a 503: nothing at all, or nobody can say yet. */
export type Outcome = 'none' | 'unknown';

/** How the gateway names a write to the services when its client named none; clients cannot send it. */
export const requestKeyHeader = 'x-plumbline-request-key';

/** Methods that change nothing, as RFC 9110 (9.2.1) has them. */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Whether requests of a method may change something. */
export const isWrite = (method: string): boolean => !safeMethods.has(method);

/**
 * The answer to a write that could not be served, with what became of it; `key` is the `Idempotency-Key` under which to
 * send it again when that is unknown. Other problems, and those that say it already, are left as they are.
 */
export function withOutcome(problem: Problem, outcome: Outcome, key?: string): Problem {
  const { status, body, headers } = problem;
  if (status !== 503 || typeof body !== 'object' || !('detail' in body) || 'outcome' in body) return problem;
  const { detail } = body as { detail: string };
  if (outcome === 'none') return new Problem(status, { detail, outcome }, headers);
  const advice = 'Whether this request was carried out is not known: send it again with this Idempotency-Key.';
  return new Problem(
    status,
    { detail: `${detail} ${advice}`, outcome, ...(key === undefined ? {} : { idempotency_key: key }) },
    headers,
  );
}
