import { portionsOf } from '../components/portionsOf';
import { readEverything } from './everything';
import type { Model } from './models';
import { type QueryValues, searchOf } from './request';
import type { ApiObject } from './types';

/** Objects that are asked for at a time, so that addresses stay short. */
const atATime = 100;

/** The objects of these ids that are there, however many they are. */
export async function objectsOfIds(
  model: Pick<Model, 'url'>,
  ids: readonly string[],
  query: QueryValues,
): Promise<ApiObject[]> {
  const found: ApiObject[] = [];
  for (const some of portionsOf(ids, atATime)) {
    const asked = searchOf({ ...query, id: some });
    found.push(...(await readEverything<ApiObject>(model, asked, atATime)).results);
  }
  return found;
}
