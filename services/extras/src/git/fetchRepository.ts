import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { FetchProblem } from './fetching/fetchProblem';
import { contextFolders } from './layout/contextFolders';
import { gitLimits } from './limits';
import { mayBeAsked } from './mayBeAsked';
import { type FetchOrder, fetchAnswer, type Provision } from './messages';

const program = join(__dirname, '../../dist/git/fetching/process.js');

/** What the process needs of the environment to know whom to trust; all else is kept from it. */
const trust = 'NODE_EXTRA_CA_CERTS';

/**
 * Fetches a repository and reads what it provides, in a process of its own: what others wrote may take neither this
 * process's memory nor its time, and finds nothing there. Throws a `FetchProblem` that says why there is nothing to be
 * had.
 */
export async function fetchRepository(order: Omit<FetchOrder, 'contextFolders'>): Promise<Provision> {
  await mayBeAsked(order.url, order.allowed);
  const child = fork(program, [], {
    env: process.env[trust] ? { [trust]: process.env[trust] } : {},
    execArgv: [`--max-old-space-size=${gitLimits.memory >> 20}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  try {
    const answer = fetchAnswer.parse(await answered(child, { ...order, contextFolders }));
    if ('failure' in answer) throw new FetchProblem(answer.failure);
    return answer.provision;
  } finally {
    child.kill('SIGKILL');
  }
}

function answered(child: ChildProcess, order: FetchOrder): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (text: string) => reject(new FetchProblem(text));
    const late = setTimeout(
      () => fail(`The repository takes longer than ${gitLimits.seconds} seconds.`),
      gitLimits.seconds * 1000,
    );
    child.once('message', resolve);
    child.on('error', reject);
    child.once('close', () => {
      clearTimeout(late);
      fail('The repository takes too much memory, or cannot be read.');
    });
    // A process that cannot be started cannot be told anything either.
    child.send(order, (error) => {
      if (error) reject(error);
    });
  });
}
