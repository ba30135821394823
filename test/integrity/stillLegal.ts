import type { Client } from '../harness/client';
import { inParallel } from '../harness/parallel';

const atATime = 4;

/**
 * What is wrong with stored objects, by their paths: each is written as it is, and whatever its rules refuse then they
 * should have refused before. What is gone is passed over.
 */
export async function stillLegal(client: Client, paths: readonly string[]): Promise<string[]> {
  const answers = await inParallel(paths, atATime, (path) => client.call('PATCH', path, {}));
  return answers.flatMap(({ status, text }, index) =>
    [200, 404].includes(status) ? [] : [`${paths[index]}: ${status} ${text.slice(0, 300)}`],
  );
}

/** The same for whatever is stored at these endpoints, one request for each. */
export async function allStillLegal(
  client: Client,
  stored: ReadonlyMap<string, readonly { id: string }[]>,
  endpoints: readonly string[],
): Promise<string[]> {
  const faults = await inParallel(endpoints, atATime, async (endpoint) => {
    const objects = stored.get(endpoint)!.map(({ id }) => ({ id }));
    if (objects.length === 0) return [];
    const { status, text } = await client.call('PATCH', endpoint, objects);
    return status === 200 ? [] : [`${endpoint}: ${status} ${text.slice(0, 2000)}`];
  });
  return faults.flat();
}
