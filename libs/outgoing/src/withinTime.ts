/**
 * Runs a task with a signal that aborts when the time is up, or when another signal does. The timer itself holds on to
 * the controller: Node 20 may collect what `AbortSignal.any` makes of a time-out, and then nothing is ever aborted.
 */
export async function withinTime<T>(
  milliseconds: number,
  other: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, milliseconds);
  other?.addEventListener('abort', abort);
  if (other?.aborted) abort();
  try {
    return await task(controller.signal);
  } finally {
    clearTimeout(timer);
    other?.removeEventListener('abort', abort);
  }
}
