import { parentPort, workerData } from 'node:worker_threads';
import type { FetchAnswer, FetchOrder } from '../messages';
import { fetchCommit } from './fetchCommit';
import { FetchProblem } from './fetchProblem';
import { readProvision } from './readProvision';

/** The thread that fetches and reads, while the process around it watches what it takes. */
async function answer(order: FetchOrder): Promise<FetchAnswer> {
  try {
    return { provision: await readProvision(await fetchCommit(order), order) };
  } catch (error) {
    if (error instanceof FetchProblem) return { failure: error.message };
    const { code, name } = error as { code?: string; name?: string };
    return { failure: `What the server sent cannot be read (${code ?? name}).` };
  }
}

void answer(workerData as FetchOrder).then((found) => parentPort!.postMessage(found));
