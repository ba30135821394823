import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { apps } from '../../libs/config/src';
import type { Client } from '../harness/client';
import { missingBuild, type Program, startProgram } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';
import { buildRelease, lastRelease, missingRelease } from './release';

const release = lastRelease();
/** Lists that a start adds to, and one of what others were told rather than of objects. */
const notCompared = ['users/config', 'dcim/connected-device', 'users/tokens'];

describeUnless(missingBuild ?? missingRelease(release), `a dump that version ${release.version} has written`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-dumps-'));
  const file = join(folder, 'dump.jsonl');
  let first: TestDatabase;
  let second: TestDatabase;
  let program: Program | undefined;
  const start = (databaseUrl: string, entry?: string) =>
    startProgram({ arguments: ['start'], env: { DATABASE_URL: databaseUrl, PLUMBLINE_WORKERS: '0' }, entry });

  beforeAll(async () => {
    first = await createTestDatabase();
    second = await createTestDatabase();
  });
  afterAll(async () => {
    await program?.stop();
    await first?.drop();
    await second?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What every list says, without the address of the server. */
  async function everyList({ client, url }: Program): Promise<Map<string, string>> {
    const answers = new Map<string, string>();
    for (const app of apps) {
      const { body: lists } = await client.must(200, 'GET', `${app}/`);
      for (const name of Object.keys(lists).map((list) => `${app}/${list}`)) {
        if (notCompared.includes(name)) continue;
        const { status, text } = await client.call('GET', `${name}/?limit=0`);
        if (status !== 405) answers.set(name, `${status} ${text.replaceAll(url, '')}`);
      }
    }
    return answers;
  }

  it('is restored by this one, which then answers as that one did', async () => {
    const entry = await buildRelease(release);
    program = await start(first.url, entry);
    await furnish(program.client);
    const before = await everyList(program);
    expect(await runCommand(['dump', file], { DATABASE_URL: first.url }, '', entry)).toMatchObject({ exitCode: 0 });
    await program.stop();
    program = undefined;

    expect(await runCommand(['restore', file], { DATABASE_URL: second.url })).toMatchObject({ exitCode: 0 });
    program = await start(second.url);
    const after = await everyList(program);
    for (const [list, answer] of before) expect([list, after.get(list)]).toEqual([list, answer]);
    const { body: ports } = await program.client.must(200, 'GET', 'dcim/interfaces/?name=eth0');
    const { body: trace } = await program.client.must(200, 'GET', `dcim/interfaces/${ports.results[0].id}/trace/`);
    expect(trace).toHaveLength(1);
  }, 600_000);
});

/** Makes objects of every application that refer to one another, what follows from others among them. */
async function furnish(client: Client): Promise<void> {
  const make = async (path: string, body: object) => (await client.must(201, 'POST', path, body)).body;
  const tenant = await make('tenancy/tenants/', { name: 'tenant' });
  const maker = await make('dcim/manufacturers/', { name: 'maker' });
  const type = await make('dcim/device-types/', { model: 'type', manufacturer: maker.id });
  for (const name of ['eth0', 'eth1'])
    await make('dcim/interface-templates/', { name, type: '1000base-t', device_type: type.id });
  const role = await make('extras/roles/', { name: 'leaf', content_types: ['dcim.device'] });
  const content_types = ['dcim.device', 'circuits.circuittermination', 'virtualization.cluster'];
  const site = await make('dcim/location-types/', { name: 'site', content_types });
  const location = (await make('dcim/locations/', { name: 'here', location_type: site.id, status: 'Active' })).id;
  const device = { role: role.id, device_type: type.id, location, status: 'Active', tenant: tenant.id };
  const [{ id }] = await make('dcim/devices/', [{ ...device, name: 'leaf' }]);
  const { body: ports } = await client.must(200, 'GET', `dcim/interfaces/?device_id=${id}`);
  const [a, b] = ports.results as { id: string }[];
  const ends = { termination_a_type: 'dcim.interface', termination_b_type: 'dcim.interface' };
  const cable = { ...ends, termination_a_id: a!.id, termination_b_id: b!.id, status: 'Connected' };
  await make('dcim/cables/', cable);
  await make('ipam/prefixes/', [{ prefix: '10.9.0.0/16', status: 'Active', tenant: tenant.id }]);
  const address = await make('ipam/ip-addresses/', { address: '10.9.9.1/24', status: 'Active', namespace: 'Global' });
  await make('ipam/ip-address-to-interface/', { ip_address: address.id, interface: a!.id });
  await client.must(200, 'PATCH', `dcim/devices/${id}/`, { primary_ip4: address.id });
  const provider = await make('circuits/providers/', { name: 'provider' });
  const line = await make('circuits/circuit-types/', { name: 'line' });
  const circuit = { cid: 'one', provider: provider.id, circuit_type: line.id, status: 'Active' };
  const { id: ofCircuit } = await make('circuits/circuits/', circuit);
  await make('circuits/circuit-terminations/', { circuit: ofCircuit, term_side: 'A', location });
  const group = await make('virtualization/cluster-types/', { name: 'cluster type' });
  const cluster = await make('virtualization/clusters/', { name: 'cluster', cluster_type: group.id });
  await make('virtualization/virtual-machines/', { name: 'vm', cluster: cluster.id, status: 'Active' });
  await make('users/users/', { username: 'somebody', password: 'something to remember' });
  const field = { label: 'Owner', key: 'owner', type: 'text', content_types: ['tenancy.tenant'] };
  await make('extras/custom-fields/', field);
  await client.must(200, 'PATCH', `tenancy/tenants/${tenant.id}/`, { custom_fields: { owner: 'ada' } });
  const hook = { content_types: ['tenancy.tenant'], type_create: true, payload_url: 'http://hooks.example.net/' };
  await make('extras/webhooks/', { ...hook, name: 'hook', secret: 'kept' });
  await make('extras/git-repositories/', { name: 'git', slug: 'git', remote_url: 'https://git.example.net/git.git' });
  await make(`dcim/devices/${id}/notes/`, { note: 'a note' });
}
