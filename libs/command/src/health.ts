import { readSettings } from '@plumbline/config';
import { exitCodes } from './exitCodes';

const patience = 5_000;

/**
 * Asks the process that runs on this machine with these settings whether it is ready: what a container's health check
 * runs.
 */
export async function health(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { port } = readSettings(env, argv);
  const url = `http://127.0.0.1:${port}/health/ready/`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(patience) }).catch((error: Error) => error);
  if (answer instanceof Error) {
    process.stderr.write(`${url} does not answer: ${answer.message}\n`);
    return exitCodes.failed;
  }
  await answer.body?.cancel();
  process.stdout.write(`${url} answers ${answer.status}\n`);
  return answer.ok ? exitCodes.done : exitCodes.failed;
}
