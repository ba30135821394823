import { addressOf, readSettings } from '@plumbline/config';
import { exitCodes } from './exitCodes';

const patience = 5_000;

/**
 * Asks the process that runs on this machine with these settings whether it is ready. The health check of our image
 * (deploy/Dockerfile) asks the same without loading the program.
 */
export async function health(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const url = `${addressOf(readSettings(env, argv, { alone: true }))}/health/ready/`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(patience) }).catch((error: Error) => error);
  if (answer instanceof Error) {
    process.stderr.write(`${url} does not answer: ${reasonOf(answer)}\n`);
    return exitCodes.failed;
  }
  await answer.body?.cancel();
  process.stdout.write(`${url} answers ${answer.status}\n`);
  return answer.ok ? exitCodes.done : exitCodes.failed;
}

/** `fetch` says that it failed; why, it says of the cause, by a code where a name stands for several addresses. */
function reasonOf({ message, cause }: Error): string {
  const { message: why, code } = (cause ?? {}) as NodeJS.ErrnoException;
  return why || code || message;
}
