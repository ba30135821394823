import type { Client } from '../harness/client';
import { inParallel } from '../harness/parallel';

const atATime = 4;
/**
 * After long runs there are thousands of some, which no request on a busy machine has time for: those that hundreds of
 * relationships are defined for have answers of 100 kB each.
 */
const ofOneRequest = 100;

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

/** The same for whatever is stored at these endpoints, a hundred in one request. */
export async function allStillLegal(
  client: Client,
  stored: ReadonlyMap<string, readonly { id: string }[]>,
  endpoints: readonly string[],
): Promise<string[]> {
  const requests = endpoints.flatMap((endpoint) => portions(stored.get(endpoint)!).map((some) => ({ endpoint, some })));
  const faults = await inParallel(requests, atATime, async ({ endpoint, some }) => {
    const { status, text } = await client.call('PATCH', endpoint, some);
    return status === 200 ? [] : [`${endpoint}: ${status} ${text.slice(0, 2000)}`];
  });
  return faults.flat();
}

function portions(objects: readonly { id: string }[]): { id: string }[][] {
  const ids = objects.map(({ id }) => ({ id }));
  return Array.from({ length: Math.ceil(ids.length / ofOneRequest) }, (_, index) =>
    ids.slice(index * ofOneRequest, (index + 1) * ofOneRequest),
  );
}
