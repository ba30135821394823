import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releasedReferrers } from '@plumbline/domain';
import type { Manifest } from '@plumbline/model';
import { textAt } from '../../program/src/contracts/history';
import { missingBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { isLong, rounds } from '../harness/long';
import { inParallel } from '../harness/parallel';
import { type Parts, startParts } from '../harness/parts';
import { missingBuild, secretKey } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { root } from '../program/root';
import { buildRelease, lastRelease, missingRelease, type Release } from './release';
import { worksTogether } from './worksTogether';

const ipamReleased = lastRelease('ipam');
/** The last release that says no version of the protocol. */
const unversioned: Release = { version: '0.2.0', commit: '6d479bb6ac7818b922a9a83b30b9c6cb4c0b1e59' };

/** Circuits as it may become: the first in it to refer to VLANs, by three relations that do different things when one goes. */
const circuits = (folder: string) => `
const { defineModel, f } = require('${root}/libs/model');
const { circuitsService } = require('${root}/services/circuits/dist/service.js');

const Handoff = defineModel('circuits.handoff', {
  endpoint: 'handoffs',
  title: 'handoff',
  traits: [{ timestamps: true, changeLog: true }],
  fields: {
    name: f.text(100),
    vlan: f.ref('ipam.vlan', { reverse: 'handoffs' }).optional(),
    backup: f.ref('ipam.vlan', { reverse: 'backups', onDelete: 'setNull' }).optional(),
    others: f.many('ipam.vlan', { reverse: 'handed_off' }),
  },
});
const service = { ...circuitsService, models: [...circuitsService.models, Handoff], migrations: '${join(folder, 'migrations')}' };

if (process.argv[2] === 'nats-config') {
  const { brokerAuthorization } = require('${root}/program/dist/broker');
  const { ownServices } = require('${root}/program/dist/start/services.js');
  const all = ownServices.all.map((each) => (each.app === 'circuits' ? service : each));
  process.stdout.write(brokerAuthorization('${secretKey}', { ...ownServices, all }));
} else {
  process.argv.splice(2);
  const { serviceMain } = require('${root}/libs/serving');
  void serviceMain(service);
}
`;
const table = `create table handoff (
  id uuid primary key, name text collate "C" not null, vlan uuid, backup uuid, others uuid[] not null default '{}',
  created timestamptz, last_updated timestamptz
);`;

const races = rounds(1_000, 40);

describeUnless(
  missingBuild ?? missingBroker ?? missingRelease(ipamReleased),
  `a relation that ipam of version ${ipamReleased.version} has never heard of`,
  () => {
    let folder: string;
    let running: Parts;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'plumbline-unheard-'));
      cpSync(join(root, 'services/circuits/migrations'), join(folder, 'migrations'), { recursive: true });
      writeFileSync(join(folder, 'migrations', '0900_handoffs.sql'), table);
      const entry = join(folder, 'circuits.js');
      writeFileSync(entry, circuits(folder));
      const { stdout, stderr, status } = spawnSync(process.execPath, [entry, 'nats-config'], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
      const entries = { ipam: await buildRelease(ipamReleased), circuits: entry };
      running = await startParts({ behindProxies: 'ipam', entries, authorization: stdout });
      await eventually('the gateway knows handoffs', 60_000, async () => {
        const { status: found } = await running.gateway.client.call('GET', 'circuits/handoffs/');
        return found === 200;
      });
    }, 600_000);
    afterAll(async () => {
      await running?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    // First, because recorded answers are those of an empty server; in full mixed.test.ts does it.
    if (!isLong) describe('an old ipam among new parts', () => worksTogether(() => running, ['ipam-rules.json']));

    const make = async (path: string, body: object) =>
      (await running.gateway.client.must(201, 'POST', path, body)).body.id as string;
    const makeVlans = async (count: number, from: number) => {
      const { client } = running.gateway;
      const [status] = (await client.must(200, 'GET', 'extras/statuses/?name=Active')).body.results;
      const bodies = Array.from({ length: count }, (_, index) => ({
        vid: from + index,
        name: `handed off ${from + index}`,
        status: status.id,
      }));
      const { body } = await client.must(201, 'POST', 'ipam/vlans/', bodies);
      return (body as { id: string }[]).map(({ id }) => id);
    };

    it.each(['vlan', 'backup', 'others'])('protects what is referred to by it: %s', async (relation) => {
      const { client } = running.gateway;
      const [vlan, free] = await makeVlans(2, { vlan: 10, backup: 20, others: 30 }[relation]!);
      const name = `by ${relation}`;
      const handoff = await make('circuits/handoffs/', { name, [relation]: relation === 'others' ? [vlan] : vlan });
      const refused = await client.call('DELETE', `ipam/vlans/${vlan}/`);
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        expect.stringMatching(`^Unable to delete object. 1 dependent objects were found: .*${handoff}`),
      ]);
      expect((await client.call('DELETE', 'ipam/vlans/', [{ id: vlan }, { id: free }])).status).toBe(409);
      await client.must(200, 'GET', `ipam/vlans/${free}/`);
      await client.must(204, 'DELETE', `circuits/handoffs/${handoff}/`);
      await client.must(204, 'DELETE', `ipam/vlans/${vlan}/`);
      await client.must(204, 'DELETE', `ipam/vlans/${free}/`);
    });

    it(`leaves nothing dangling in ${races} races of deletions`, async () => {
      const { client } = running.gateway;
      const vlans = await makeVlans(races, 100);
      const outcomes = await inParallel(vlans, 8, async (vlan, index) => {
        const [created, deleted] = await Promise.all([
          client.call('POST', 'circuits/handoffs/', { name: `raced for ${index}`, vlan }),
          client.call('DELETE', `ipam/vlans/${vlan}/`),
        ]);
        return `${created.status}/${deleted.status}`;
      });
      expect([...new Set(outcomes)].filter((each) => !['201/409', '400/204'].includes(each))).toEqual([]);
      const left = await client.must(200, 'GET', 'ipam/vlans/?limit=0');
      const there = new Set(left.body.results.map(({ id }: { id: string }) => id));
      const handoffs = await client.must(200, 'GET', 'circuits/handoffs/?limit=0');
      const dangling = handoffs.body.results.filter(({ vlan }: { vlan: { id: string } }) => !there.has(vlan.id));
      expect(dangling).toEqual([]);
      expect(handoffs.body.count).toBe(outcomes.filter((each) => each === '201/409').length);
    });

    it('deletes nothing while whoever refers by it is away', async () => {
      const { client } = running.gateway;
      const [vlan] = await makeVlans(1, 50);
      await make('circuits/handoffs/', { name: 'kept', vlan });
      await running.services.get('circuits')!.end('SIGTERM');
      const refused = await client.call('DELETE', `ipam/vlans/${vlan}/`);
      expect(refused.status).toBe(503);
      await client.must(200, 'GET', `ipam/vlans/${vlan}/`);
    });
  },
);

describeUnless(missingRelease(unversioned), `whom version ${unversioned.version} asks when something goes`, () => {
  it('is what is written down of it', () => {
    const manifests = JSON.parse(textAt(root, unversioned.commit, 'contracts/generated/manifests.json')!) as Manifest[];
    const askers = manifests.map(({ label, app }): [string, string[]] => {
      const referring = manifests.filter(({ relations }) => relations.some(({ to }) => to === label));
      return [label, [...new Set(referring.map((from) => from.app))].filter((each) => each !== app).sort()];
    });
    expect(releasedReferrers).toEqual(Object.fromEntries(askers.filter(([, apps]) => apps.length > 0)));
  });
});
