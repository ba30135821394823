import { writeFileSync } from 'node:fs';
import { superuser } from '@plumbline/testkit';
import { type Client, createClient } from '../harness/client';
import { isLong } from '../harness/long';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { type RunningProgram, run } from '../program/runningProgram';

/** A running program with something to list, and its description in a file. */
export interface ServedWorld {
  url: string;
  token: string;
  client: RunningProgram['client'];
  /** The description of the API as it is served, in JSON. */
  description: string;
  stop(): Promise<void>;
}

/**
 * Starts the built program and fetches its description into a folder. In the long form there are objects of every model,
 * bare and with every field set.
 */
export async function serveWorld(folder: string): Promise<ServedWorld> {
  const database = await createMigratedDatabase();
  if (isLong) {
    // Loaded when it is needed: it brings all services with it.
    const { makeWorld } = require('../permissions/world') as typeof import('../permissions/world');
    await (await makeWorld({ databaseUrl: database.url })).plumbline.stop();
  }
  const token = superuser.apiToken;
  const program = await run('start', {
    env: {
      DATABASE_URL: database.url,
      // As the world's services named their roles.
      PLUMBLINE_DATABASE_ROLE_PREFIX: 'plumbline',
      PLUMBLINE_SUPERUSER_API_TOKEN: token,
      PLUMBLINE_WORKERS: '0',
      // What Ansible's inventory needs and cannot ask for.
      PLUMBLINE_NESTED_RELATIONS: 'object',
      PLUMBLINE_MAX_PAGE_SIZE: '20000',
    },
  });
  const client = createClient(program.url, token);
  const stop = async () => {
    client.close();
    await program.stop();
    await database.drop();
  };
  const description = `${folder}/openapi.json`;
  writeFileSync(description, (await client.must(200, 'GET', 'swagger.json')).text);
  return { url: program.url, token, client, description, stop };
}

/**
 * Two switches that are one to those who manage them, which inventories list as their master; one powers the other. And
 * a little of what stands around them.
 */
export async function addAStack(client: Client): Promise<void> {
  const make = async (path: string, body: object) => (await client.must(201, 'POST', `${path}/`, body)).body;
  const status = 'Active';
  await make('dcim/location-types', { name: 'Hall of the stack', content_types: ['dcim.device', 'dcim.rack'] });
  const hall = { location_type: 'Hall of the stack', status };
  const location = await make('dcim/locations', { ...hall, name: 'Stack hall' });
  const manufacturer = await make('dcim/manufacturers', { name: 'Maker of the stack' });
  const type = await make('dcim/device-types', { model: 'Stack member', manufacturer: manufacturer.id });
  await make('extras/roles', { name: 'Stacked switch', content_types: ['dcim.device'] });
  const rack = await make('dcim/racks', { name: 'Rack of the stack', location: location.id, status });
  const shared = { device_type: type.id, location: location.id, role: 'Stacked switch', status };
  const [master, member] = await make('dcim/devices', [
    { ...shared, name: 'stack member 1', rack: rack.id, face: 'front', position: 1 },
    { ...shared, name: 'stack member 2' },
    { ...shared, name: 'beside the stack' },
    shared,
  ]);
  await make('extras/tags', { name: 'of the stack', content_types: ['ipam.vlan'] });
  await make('ipam/vlans', { vid: 4000, name: 'stack', status, tags: [{ name: 'of the stack' }] });
  const clusterType = await make('virtualization/cluster-types', { name: 'On the stack' });
  const cluster = await make('virtualization/clusters', { name: 'Stack cluster', cluster_type: clusterType.id });
  await make('virtualization/virtual-machines', { name: 'stack watcher', cluster: cluster.id, status });
  const chassis = await make('dcim/virtual-chassis', { name: 'the stack' });
  const place = (id: string, vc_position: number) => ({ id, virtual_chassis: chassis.id, vc_position });
  await client.must(200, 'PATCH', 'dcim/devices/', [place(master.id, 1), place(member.id, 2)]);
  await client.must(200, 'PATCH', `dcim/virtual-chassis/${chassis.id}/`, { master: master.id });
  const port = { type: '1000base-t', status };
  const [first] = await make('dcim/interfaces', [
    { ...port, device: master.id, name: 'stack 1/1' },
    { ...port, device: member.id, name: 'stack 2/1' },
  ]);
  const socket = await make('dcim/power-outlets', { device: member.id, name: 'socket' });
  const plug = await make('dcim/power-ports', { device: master.id, name: 'plug' });
  await make('dcim/cables', {
    termination_a_type: 'dcim.powerport',
    termination_a_id: plug.id,
    termination_b_type: 'dcim.poweroutlet',
    termination_b_id: socket.id,
    status: 'Connected',
  });
  await make('ipam/prefixes', { prefix: '198.51.100.0/24', status });
  const address = await make('ipam/ip-addresses', {
    address: '198.51.100.1/24',
    namespace: 'Global',
    status,
    dns_name: 'stack.example',
  });
  await make('ipam/ip-address-to-interface', { ip_address: address.id, interface: first.id });
  await client.must(200, 'PATCH', `dcim/devices/${master.id}/`, { primary_ip4: address.id });
}
