import { ask } from './ask';
import type { HostileServer } from './hostileServer';

/** A body that makes one object at each endpoint; the name is the endpoint's path below `/api/`. */
export type Bodies = Record<string, Record<string, unknown>>;

/** Bodies whose objects are all different for different `mark`s. */
export function bodiesMarked(mark: number): Bodies {
  const status = 'Active';
  return {
    'extras/tags': { name: `tag ${mark}`, content_types: ['ipam.prefix', 'ipam.vlan', 'dcim.location'] },
    'extras/roles': { name: `role ${mark}`, content_types: ['ipam.prefix', 'ipam.vlan', 'ipam.ipaddress'] },
    'extras/statuses': { name: `status ${mark}`, content_types: ['ipam.prefix'] },
    'tenancy/tenant-groups': { name: `tenant group ${mark}` },
    'tenancy/tenants': { name: `tenant ${mark}` },
    'dcim/location-types': { name: `type ${mark}`, nestable: true, content_types: ['ipam.vlan', 'ipam.prefix'] },
    'dcim/locations': { name: `location ${mark}`, status, location_type: { name: 'type 0' } },
    'ipam/namespaces': { name: `namespace ${mark}` },
    'ipam/rirs': { name: `rir ${mark}` },
    'ipam/route-targets': { name: `65000:${mark}` },
    'ipam/vlan-groups': { name: `group ${mark}` },
    'ipam/vlans': { vid: (mark % 4094) + 1, name: `vlan ${mark}`, status },
    'ipam/vrfs': { name: `vrf ${mark}`, rd: `65001:${mark}` },
    'ipam/prefixes': { prefix: `10.${mark % 256}.0.0/16`, status },
    'ipam/ip-addresses': { address: `10.0.${mark % 250}.7/16`, status, namespace: 'Global' },
    'users/groups': { name: `people ${mark}` },
    'users/users': { username: `user${mark}` },
    'users/permissions': { name: `permission ${mark}`, object_types: ['ipam.vlan'], actions: ['view'] },
    'users/tokens': { description: `token ${mark}` },
  };
}

/** Makes one object of everything; answers their ids by endpoint. */
export async function furnish(server: HostileServer): Promise<Record<string, string | number>> {
  const ids: Record<string, string | number> = {};
  for (const [endpoint, body] of Object.entries(bodiesMarked(0))) {
    const { status, body: made, text } = await ask(server, 'POST', `/api/${endpoint}/`, { body });
    if (status !== 201) throw new Error(`${endpoint}: ${status} ${text}`);
    ids[endpoint] = made.id;
  }
  return ids;
}

/** The API's own description of itself. */
export interface Description {
  paths: Record<string, Record<string, { parameters?: { name?: string; in?: string; $ref?: string }[] }>>;
  components: { schemas: Record<string, { properties?: Record<string, unknown> }> };
}

/** Fetches it. */
export async function describedApi(server: HostileServer): Promise<Description> {
  const { status, body, text } = await ask(server, 'GET', '/api/swagger.json');
  if (!body?.paths) throw new Error(`no description: ${status} ${text.slice(0, 300)}`);
  return body;
}
