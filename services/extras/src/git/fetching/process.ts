import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { gitLimits } from '../limits';
import type { FetchAnswer, FetchOrder } from '../messages';

/**
 * The process in which one repository is fetched and read. The work is done in a thread, so that here there is always
 * time to look at how much memory it takes and to end when that is too much, whatever it is doing.
 */
process.once('message', (order: FetchOrder) => {
  const finish = (answer: FetchAnswer) => {
    clearInterval(watch);
    process.send!(answer, () => process.exit());
  };
  const worker = new Worker(join(__dirname, 'worker.js'), { workerData: order, env: {} });
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > gitLimits.memory) finish({ failure: 'The repository takes too much memory.' });
  }, 20);
  worker.once('message', finish);
  worker.once('error', () => finish({ failure: 'The repository takes too much memory, or cannot be read.' }));
});
process.once('disconnect', () => process.exit());
