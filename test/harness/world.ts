import type { Client } from './client';

/** What a test needs to refer to before it can write anything. */
export interface World {
  client: Client;
  /** Ids of statuses every fresh program has, by name. */
  statuses: Map<string, string>;
  /** A location type in which everything may lie, and a location of it. */
  locationType: string;
  location: string;
  namespace: string;
  /** Tells the names of one run from those of another on the same database. */
  run: string;
}

/** Makes the objects that others stand on. */
export async function prepareWorld(client: Client): Promise<World> {
  const run = Date.now().toString(36) + Math.floor(Math.random() * 1e6).toString(36);
  const listed = await client.must(200, 'GET', 'extras/statuses/?limit=200');
  const statuses = new Map<string, string>(
    listed.body.results.map(({ name, id }: { name: string; id: string }) => [name, id]),
  );
  const status = statuses.get('Active')!;
  const type = await client.must(201, 'POST', 'dcim/location-types/', {
    name: `place ${run}`,
    nestable: true,
    content_types: ['ipam.prefix', 'ipam.vlan', 'ipam.vlangroup', 'ipam.namespace'],
  });
  const location = await client.must(201, 'POST', 'dcim/locations/', {
    name: `site ${run}`,
    location_type: type.body.id,
    status,
  });
  const namespace = await client.must(201, 'POST', 'ipam/namespaces/', { name: `space ${run}` });
  return {
    client,
    statuses,
    locationType: type.body.id,
    location: location.body.id,
    namespace: namespace.body.id,
    run,
  };
}
