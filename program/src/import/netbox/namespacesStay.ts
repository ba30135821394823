import type { Row } from '@plumbline/model';
import type { Api } from '../apply/openApi';
import { presentOf } from '../apply/presentOf';
import type { ApplyOptions } from '../apply/task';

const reason =
  'it is in another VRF there now, and an address stays in its namespace here: delete it here and import again, and it is made where it belongs';

/** Finds addresses that are in another namespace here than they should be. */
export function namespacesStay(api: Api): NonNullable<ApplyOptions['stays']> {
  /** The namespaces of prefixes. */
  const namespaces = new Map<unknown, unknown>();
  const parentOf = (here: Row): unknown => (here.parent as Row | null | undefined)?.id;
  return async (endpoint, objects) => {
    if (endpoint !== 'ipam/ip-addresses') return [];
    const parents = new Set(objects.map(({ here }) => parentOf(here)).filter((id) => id !== undefined));
    const asked = [...parents].filter((id) => !namespaces.has(id)).map(String);
    for (const [id, { namespace }] of await presentOf(api, 'ipam/prefixes', asked))
      namespaces.set(id, (namespace as Row).id);
    return objects.flatMap(({ once, here }, index) => {
      const namespace = namespaces.get(parentOf(here));
      const isSame = namespace === undefined || !once.namespace || namespace === once.namespace;
      return isSame ? [] : [{ index, field: 'namespace', reason }];
    });
  };
}
