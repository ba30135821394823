import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '@plumbline/testkit';
import { Client } from 'pg';
import { eventually } from '../harness/eventually';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { missingBuild, type Program, startProgram } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';
import { root } from '../program/root';

const withApp = { PLUMBLINE_APPS: join(root, 'examples', 'bgp') };

describeUnless(missingBuild, 'an app that is removed', () => {
  let database: TestDatabase;
  let folder: string;
  let program: Program | undefined;
  let address: string;

  const env = (more: Record<string, string> = {}) => ({ DATABASE_URL: database.url, PLUMBLINE_DATA: folder, ...more });
  const start = async () => {
    program = await startProgram({ arguments: ['start'], env: env(withApp) });
  };
  const stop = async () => {
    await program?.stop();
    program = undefined;
  };
  const make = async (path: string, body: unknown) => (await program!.client.must(201, 'POST', path, body)).body;
  const rows = async (statement: string) => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };

  beforeAll(async () => {
    database = await createMigratedDatabase();
    folder = mkdtempSync(join(tmpdir(), 'plumbline-remove-'));
    await start();
    const types = ['bgp.autonomoussystem', 'bgp.peergroup'];
    await make('extras/statuses/', { name: 'Announced', content_types: ['bgp.autonomoussystem', 'ipam.prefix'] });
    const system = await make('plugins/bgp/autonomous-systems/', { asn: 64_500, status: 'Announced' });
    await make('ipam/prefixes/', { prefix: '10.6.0.0/24', status: 'Announced' });
    address = (await make('ipam/ip-addresses/', { address: '10.6.0.1/24', namespace: 'Global', status: 'Active' })).id;
    await make('extras/custom-fields/', { label: 'Its own', key: 'own', type: 'text', content_types: types });
    await make('extras/custom-fields/', {
      label: 'Of both',
      key: 'both',
      type: 'text',
      content_types: ['bgp.peergroup', 'ipam.ipaddress'],
    });
    await make('extras/tags/', { name: 'marked', content_types: ['bgp.peergroup', 'ipam.ipaddress'] });
    await make('extras/webhooks/', {
      name: 'tell',
      content_types: types,
      type_create: true,
      payload_url: 'http://127.0.0.1:1/',
      enabled: false,
    });
    await make('extras/dynamic-groups/', { name: 'Peerings', content_type: 'bgp.peering', filter: {} });
    const relationship = await make('extras/relationships/', {
      label: 'Routed by',
      key: 'routed_by',
      type: 'many-to-many',
      source_type: 'ipam.ipaddress',
      destination_type: 'bgp.autonomoussystem',
    });
    await make('extras/relationship-associations/', {
      relationship: relationship.id,
      source_type: 'ipam.ipaddress',
      source_id: address,
      destination_type: 'bgp.autonomoussystem',
      destination_id: system.id,
    });
    await make(`plugins/bgp/autonomous-systems/${system.id}/notes/`, { note: 'ask first' });
    await make('users/permissions/', { name: 'look', object_types: types, actions: ['view'] });
    await program!.client.must(200, 'GET', 'extras/object-changes/?changed_object_type=bgp.autonomoussystem');
  });
  afterAll(async () => {
    await stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is neither named nor running', async () => {
    const named = await runCommand(['app', 'remove', 'bgp', '--yes'], env(withApp));
    expect(named).toMatchObject({ exitCode: 78, text: expect.stringContaining('PLUMBLINE_APPS names bgp.') });
    const running = await runCommand(['app', 'remove', 'bgp', '--yes'], env());
    expect(running).toMatchObject({ exitCode: 1, text: expect.stringContaining('Plumbline is running') });
    const ours = await runCommand(['app', 'remove', 'ipam', '--yes'], env());
    expect(ours).toMatchObject({ exitCode: 78, text: expect.stringContaining('ipam is no app') });
  });

  it('is told of first, and stays where nobody agrees', async () => {
    await stop();
    const { exitCode, text } = await runCommand(['app', 'remove', 'bgp'], env(), 'no\n');
    expect(exitCode).toBe(1);
    for (const line of ['bgp.autonomoussystem (1)', 'custom fields (2)', 'webhooks (1)', 'notes (1)', 'tags (1)'])
      expect(text).toContain(`  ${line}\n`);
    expect(text).not.toContain('schema_');
    expect(text).toContain('Nothing was removed.');
    expect(await rows("select from pg_namespace where nspname = 'bgp'")).toHaveLength(1);
  });

  it('leaves nothing behind that names it', async () => {
    const removed = await runCommand(['app', 'remove', 'bgp'], env(), 'bgp\n');
    expect(removed).toMatchObject({ exitCode: 0, text: expect.stringContaining('bgp is removed.') });
    expect(await rows("select from pg_namespace where nspname = 'bgp'")).toEqual([]);
    expect(await rows(`select from pg_roles where rolname like current_database() || '%bgp'`)).toEqual([]);
    const [left] = await rows(`select
      (select count(*)::int from extras.objectchange where changed_object_type like 'bgp.%') as changes,
      (select count(*)::int from extras.note) as notes,
      (select count(*)::int from extras.relationship) as relationships,
      (select count(*)::int from extras.relationshipassociation) as associations,
      (select count(*)::int from extras.dynamicgroup) as groups,
      (select count(*)::int from extras.webhook) as webhooks,
      (select count(*)::int from users.objectpermission where name = 'look') as permissions,
      (select count(*)::int from extras.consumed where app = 'bgp') as consumed,
      (select count(*)::int from extras.referred_from where app = 'bgp') as noted,
      (select array_agg(key) from extras.customfield) as fields,
      (select content_types from extras.tag where name = 'marked') as tagged,
      (select content_types from extras.status where name = 'Announced') as statuses`);
    expect(left).toEqual({
      changes: 0,
      notes: 0,
      relationships: 0,
      associations: 0,
      groups: 0,
      webhooks: 0,
      permissions: 0,
      consumed: 0,
      noted: 0,
      fields: ['both'],
      tagged: ['ipam.ipaddress'],
      statuses: ['ipam.prefix'],
    });
    expect(await runCommand(['audit'], env())).toMatchObject({ exitCode: 0 });
    const again = await runCommand(['app', 'remove', 'bgp', '--yes'], env());
    expect(again).toMatchObject({ exitCode: 1, text: expect.stringContaining('There is nothing of an app bgp') });
  });

  it('can come back, and begins anew', async () => {
    await start();
    const { client } = program!;
    expect((await client.must(200, 'GET', 'plugins/bgp/autonomous-systems/')).body.count).toBe(0);
    await make('extras/statuses/', { name: 'Anew', content_types: ['bgp.autonomoussystem'] });
    const { id } = await make('plugins/bgp/autonomous-systems/', { asn: 64_501, status: 'Anew' });
    await eventually('the change log has it', 60_000, async () => {
      const { body } = await client.must(200, 'GET', `extras/object-changes/?changed_object_id=${id}`);
      return body.count === 1;
    });
    await client.must(204, 'DELETE', `ipam/ip-addresses/${address}/`);
  });
});
