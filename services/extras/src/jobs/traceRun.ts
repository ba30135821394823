import type { Carrier, Tracing } from '@plumbline/tracing';

/** What is run, for those who look at its trace. */
export interface TracedRun {
  /** What it is called in general: `job`, or the name of a task. */
  name: string;
  /** The id of its result, which is the id of its requests too. */
  result: string;
  trace?: Carrier | undefined;
}

/** Does background work as part of the trace in which it was asked for, where traces are wanted. */
export function traceRun(
  tracing: Tracing | undefined,
  { name, result, trace }: TracedRun,
  work: () => Promise<void>,
): Promise<void> {
  if (!tracing) return work();
  return tracing.within(
    { name, kind: 'consumer', attributes: { 'plumbline.request_id': result }, from: trace ?? {} },
    work,
  );
}
