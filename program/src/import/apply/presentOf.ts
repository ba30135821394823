import type { Row } from '@plumbline/model';
import type { Api } from './openApi';

/** The objects with these ids that are here, by id: no more of them than fit into an address. */
export async function presentOf(api: Api, endpoint: string, ids: readonly string[]): Promise<Map<string, Row>> {
  const present = new Map<string, Row>();
  if (ids.length === 0) return present;
  for await (const objects of api.list(endpoint, ids.map((id) => `id=${id}`).join('&')))
    for (const object of objects) present.set(String(object.id), object);
  return present;
}
