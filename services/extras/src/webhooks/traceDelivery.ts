import type { Tracing } from '@plumbline/tracing';
import type { Claimed, Hook } from './claimDeliveries';
import type { Outcome } from './settleDelivery';

/**
 * Tries a delivery as a trace of its own, where traces are wanted: it may be tried hours after the change it tells of,
 * whose request id it names. The receiver is a stranger and hears nothing of it.
 */
export function traceDelivery(
  tracing: Tracing | undefined,
  hook: Hook,
  { webhook, id, attempts, change }: Claimed,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!tracing) return attempt();
  const attributes = {
    'http.request.method': hook.http_method,
    'plumbline.webhook': webhook,
    'plumbline.delivery': id,
    'plumbline.attempt': attempts,
    'plumbline.request_id': change?.request_id,
  };
  return tracing.within({ name: 'webhook delivery', kind: 'client', attributes, from: {} }, async (span) => {
    const outcome = await attempt();
    span.set({ 'http.response.status_code': outcome.answerStatus, 'plumbline.outcome': outcome.result });
    if (outcome.result !== 'delivered') span.fail();
    return outcome;
  });
}
