import type { Order, Report } from '../messages';
import { inspect } from './inspect';
import { asText } from './log';
import { createRun } from './run';

/** The process in which one file of jobs is loaded: to look at it, or to run one of its jobs. */
const say = (report: Report): Promise<void> =>
  new Promise((resolve, reject) => process.send!(report, (error: Error | null) => (error ? reject(error) : resolve())));

const run = createRun(say);

process.on('message', (order: Order) => {
  if (order.kind === 'inspect') void inspect(order, say).then(leave, fail);
  else if (order.kind === 'run') void run.begin(order).then(leave, fail);
  else run.hear(order);
});
// Whoever keeps this process is gone.
process.on('disconnect', () => process.exit(1));
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
void say({ kind: 'ready' });

/** Timers and connections that the job left open do not keep the process. */
function leave(): void {
  process.exit(0);
}

function fail(problem: unknown): void {
  const error = problem instanceof Error ? problem : new Error(asText(problem));
  const report: Report = { kind: 'failed', type: error.name, message: error.message, stack: error.stack ?? '' };
  // What it has logged tells how it came to this.
  run
    .flush()
    .then(() => say(report))
    .then(leave, () => process.exit(1));
}
