import type { Settings } from '@plumbline/config';
import { OutgoingError, sendRequest, withinTime } from '@plumbline/outgoing';
import pTimeout from 'p-timeout';
import type { AgentPool } from './agentPool';
import type { Claimed, Hook } from './claimDeliveries';
import { composeRequest, Undeliverable } from './composeRequest';
import type { Outcome } from './settleDelivery';

/** Bytes of an answer that are read before the connection is dropped: what a receiver says is not looked at. */
const mostBytes = 64 * 1024;

/** Milliseconds within which a request is made, its templates included, or not sent. */
const mostComposing = 10_000;

/** Milliseconds after which a delivery that was taken on has been tried, whatever happened; and some more. */
export const leaseOf = ({ webhooks }: Settings): number => mostComposing + webhooks.timeout + 5_000;

interface Delivering {
  settings: Settings;
  agents: AgentPool;
  /** Aborts what is under way when the process ends. */
  stopping: AbortSignal;
}

/** Tries a delivery once. Never rejects: whatever happens is an outcome. */
export async function deliver(
  hook: Hook,
  delivery: Claimed,
  { settings, agents, stopping }: Delivering,
): Promise<Outcome> {
  const { timeout } = settings.webhooks;
  try {
    const request = await pTimeout(composeRequest(hook, delivery, settings.secretKey), mostComposing, () => undefined);
    // The templates of others had the thread: neither the receiver nor the hook is to blame.
    if (!request) {
      const wait = settings.webhooks.firstWait;
      return { result: 'again', wait, isNoTry: true, problem: 'It took too long to make the request.' };
    }
    const pool = await agents.of(hook);
    const { status } = await withinTime(timeout, stopping, (signal) =>
      sendRequest({ ...request, agents: pool, signal, mostBytes }),
    );
    if (status >= 200 && status < 300) return { result: 'delivered', answerStatus: status };
    return later(delivery, settings, `The receiver answered with ${status}.`, status);
  } catch (error) {
    // Where a name leads to may change, where an address leads to will not; both take a decision of somebody first.
    if (error instanceof Undeliverable || error instanceof OutgoingError)
      return { result: 'failed', problem: error.message };
    if (stopping.aborted) return { result: 'again', isNoTry: true, problem: 'The server was stopped.' };
    const { name, message } = error as Error;
    const problem = name === 'AbortError' ? `No answer within ${timeout / 1_000} seconds.` : message || name;
    return later(delivery, settings, problem);
  }
}

/**
 * Each wait is twice as long as the one before, give or take a fifth, so that many do not come back at once; and none longer
 * than settings allow.
 */
function later({ attempts }: Claimed, { webhooks }: Settings, problem: string, answerStatus?: number): Outcome {
  const status = answerStatus === undefined ? {} : { answerStatus };
  if (attempts >= webhooks.attempts) return { result: 'failed', problem, ...status };
  const doubled = webhooks.firstWait * 2 ** Math.min(attempts - 1, 40);
  const wait = Math.min(webhooks.longestWait, doubled) * (0.8 + Math.random() * 0.4);
  return { result: 'again', wait: Math.min(webhooks.longestWait, wait), problem, ...status };
}
