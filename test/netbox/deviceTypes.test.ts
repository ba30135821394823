import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createLog } from '@plumbline/log';
import { aPicture, testSettings } from '@plumbline/testkit';
import { parse } from 'yaml';
import { exportDeviceTypes, importDeviceTypes } from '../../program/src/import/deviceTypes';
import { aFolder } from '../dump/files';
import type { Answer } from '../harness/client';
import { startForm, type Whole } from '../harness/forms';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';

const log = createLog({ name: 'test', level: 'silent' });

const switchYaml = `---
manufacturer: Cisco
model: Catalyst 9300-24T
slug: cisco-c9300-24t
part_number: C9300-24T
u_height: 1
is_full_depth: true
airflow: front-to-rear
weight: 7.4
weight_unit: kg
front_image: true
comments: '[Datasheet](https://example.org)'
console-ports:
  - name: con0
    type: rj-45
power-ports:
  - name: PS-A
    type: iec-60320-c14
    maximum_draw: 715
    allocated_draw: 300
interfaces:
  - name: GigabitEthernet0/0
    label: Management
    type: 1000base-t
    mgmt_only: true
  - name: TwentyFiveGigE1
    type: 25gbase-x-sfp28
  - name: Odd1
    type: 800gbase-of-the-future
    poe_mode: pse
module-bays:
  - name: Network module
    position: '1'
`;

const panelYaml = `manufacturer: Panduit
model: 24
u_height: 1.5
rear-ports:
  - &rear { name: R1, type: mpo, positions: 2 }
front-ports:
  - { name: F1, type: lc, rear_port: R1, rear_port_position: 1 }
  - { name: F2, type: lc, rear_port: R1, rear_port_position: 2 }
`;

const pduYaml = `manufacturer: APC
model: PDU
u_height: 0
power-ports: [{ name: Inlet, type: iec-60309-2p-e-6h }]
power-outlets:
  - { name: '1', type: iec-60320-c13, power_port: Inlet, feed_leg: A }
`;

const chassisYaml = `manufacturer: APC
model: Chassis
u_height: 2
subdevice_role: parent
device-bays: [{ name: Bay 1 }]
console-server-ports: [{ name: cs, type: rj-45 }]
`;

type Body = Answer['body'];

describeUnless(missingBuild, 'the device type library', () => {
  const folder = aFolder();
  let program: Whole;
  const picture = aPicture(8, 2);

  const put = (name: string, content: string | Buffer) => {
    const file = folder.at(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  const shared = () => ({
    destination: { url: program.url, token: program.token },
    log,
    progress: () => {},
  });
  const settings = () => testSettings({ databaseUrl: program.database.url, dataDir: folder.at('data') });
  const take = (path: string, dryRun = false) =>
    importDeviceTypes(settings(), { path: folder.at(path), dryRun, ...shared() });
  const written = ({ applied }: Awaited<ReturnType<typeof take>>) =>
    applied.flatMap(({ endpoint, created, changed }) => (created + changed > 0 ? [[endpoint, created, changed]] : []));
  const get = async (path: string) => (await program.client.must(200, 'GET', path)).body as Body;

  beforeAll(async () => {
    program = await startForm('one');
    put('library/device-types/Cisco/C9300-24T.yaml', switchYaml);
    put('library/elevation-images/Cisco/cisco-c9300-24t.front.png', picture);
    put('library/device-types/Panduit/24.yml', panelYaml);
    put('library/device-types/APC/PDU.yaml', pduYaml);
    put('library/device-types/APC/Chassis.yaml', chassisYaml);
  });
  afterAll(async () => {
    await program?.stop();
    folder.remove();
  });

  it('tells what it would write, and writes nothing, in a dry run', async () => {
    const done = await take('library', true);
    expect(written(done)).toEqual(expect.arrayContaining([['dcim/device-types', 4, 0]]));
    expect((await get('dcim/device-types/')).count).toBe(0);
  });

  it('makes types with their parts and pictures, beside what is here already', async () => {
    const cisco = (await program.client.must(201, 'POST', 'dcim/manufacturers/', { name: 'Cisco' })).body as Body;
    const done = await take('library');
    expect(done).toMatchObject({ types: 4, files: 1, refused: [] });
    expect(done.nowhere.map(({ what }) => what).sort()).toEqual([
      'airflow: there is no such field here',
      'interfaces of type 800gbase-of-the-future: there is none such here; it became other',
      'interfaces poe_mode: there is no such field here',
      'module-bays: there is no such field here',
      'u_height: heights are whole units here; it was rounded up',
      'weight: there is no such field here',
      'weight_unit: there is no such field here',
    ]);
    const type = (await get('dcim/device-types/?part_number=C9300-24T&depth=1')).results[0];
    expect(type).toMatchObject({ model: 'Catalyst 9300-24T', manufacturer: { id: cisco.id }, u_height: 1 });
    const image = await fetch(type.front_image, { headers: { authorization: `Token ${program.token}` } });
    expect(Buffer.from(await image.arrayBuffer()).equals(picture)).toBe(true);
    const ports = (await get(`dcim/interface-templates/?device_type=${type.id}`)).results;
    expect(ports.map((port: Body) => [port.name, port.type.value, port.mgmt_only])).toEqual([
      ['GigabitEthernet0/0', '1000base-t', true],
      ['Odd1', 'other', false],
      ['TwentyFiveGigE1', '25gbase-x-sfp28', false],
    ]);
    const fronts = (await get('dcim/front-port-templates/?depth=1')).results;
    expect(fronts.map((port: Body) => [port.name, port.rear_port_template.name, port.rear_port_position])).toEqual([
      ['F1', 'R1', 1],
      ['F2', 'R1', 2],
    ]);
    expect((await get('dcim/power-outlet-templates/?depth=1')).results[0]).toMatchObject({
      feed_leg: { value: 'A' },
      power_port_template: { name: 'Inlet' },
    });
  });

  it('changes nothing the second time, and what the files say otherwise the third', async () => {
    const second = await take('library');
    expect([written(second), second.files]).toEqual([[], 0]);
    put(
      'changed/Cisco/C9300-24T.yaml',
      switchYaml.replace('mgmt_only: true', 'mgmt_only: false').replace('C9300-24T\n', 'C9300-24T-A\n'),
    );
    const third = await take('changed');
    expect(written(third)).toEqual([
      ['dcim/device-types', 0, 1],
      ['dcim/interface-templates', 0, 1],
    ]);
    await take('library');
  });

  it('changes types that somebody else has made, known by their names', async () => {
    const maker = (await get('dcim/manufacturers/?name=APC')).results[0];
    const made = (
      await program.client.must(201, 'POST', 'dcim/device-types/', { manufacturer: maker.id, model: 'Own' })
    ).body as Body;
    await program.client.must(201, 'POST', 'dcim/console-port-templates/', { device_type: made.id, name: 'con' });
    put(
      'own/Own.yaml',
      'manufacturer: APC\nmodel: Own\npart_number: X\nconsole-ports: [{name: con, type: rj-45}, {name: con2}]\n',
    );
    const done = await take('own');
    expect(written(done)).toEqual([
      ['dcim/device-types', 0, 1],
      ['dcim/console-port-templates', 1, 1],
    ]);
    expect((await get(`dcim/device-types/${made.id}/`)).part_number).toBe('X');
    await program.client.must(204, 'DELETE', `dcim/device-types/${made.id}/`);
  });

  it('writes files from which the same comes back', async () => {
    const exported = folder.at('exported');
    expect(await exportDeviceTypes(settings(), { folder: exported, ...shared() })).toEqual({ types: 4, pictures: 1 });
    const said = parse(readFileSync(`${exported}/device-types/Cisco/Catalyst-9300-24T.yaml`, 'utf8'));
    expect(said).toMatchObject({
      manufacturer: 'Cisco',
      front_image: true,
      interfaces: expect.arrayContaining([
        { name: 'GigabitEthernet0/0', label: 'Management', type: '1000base-t', mgmt_only: true },
      ]),
    });
    const again = await take('exported');
    expect([written(again), again.files]).toEqual([[], 0]);
    const other = await exportDeviceTypes(settings(), { folder: folder.at('apc'), manufacturer: 'APC', ...shared() });
    expect(other).toEqual({ types: 2, pictures: 0 });
    await expect(
      exportDeviceTypes(settings(), { folder: folder.at('none'), manufacturer: 'None', ...shared() }),
    ).rejects.toThrow(/no manufacturer None/);
  });

  it('writes nothing when a file is wrong, and says which, where and why', async () => {
    const wrong: [string, RegExp][] = [
      ['manufacturer: X\nmodel: [', /line 2/],
      ['model: only', /manufacturer: Required/],
      ['manufacturer: X\nmodel: Y\ninterfaces: [{type: other}]', /interfaces\.0\.name/],
      ['manufacturer: X\nmodel: Y\ninterfaces: [{name: a}, {name: a}]', /a is there twice/],
      [
        'manufacturer: X\nmodel: Y\nfront-ports: [{name: a, type: lc, rear_port: b}]',
        /names the rear_port b, which is not there/,
      ],
      [
        `a: &a [x,x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
          .split('')
          .map((name, at) => `${name}: &${name} [${Array(10).fill(`*${'abcdefgh'[at]}`)}]`)
          .join('\n')}\nmanufacturer: X\nmodel: Y`,
        /[Aa]lias/,
      ],
      [`manufacturer: X\nmodel: Y\ncomments: '${'x'.repeat(1_100_000)}'`, /larger than a megabyte/],
    ];
    for (const [index, [text, message]] of wrong.entries()) {
      put(`wrong${index}/a/good.yaml`, 'manufacturer: Never\nmodel: Made\n');
      put(`wrong${index}/a/bad.yaml`, text);
      await expect(take(`wrong${index}`)).rejects.toThrow(message);
      await expect(take(`wrong${index}`)).rejects.toThrow(/bad\.yaml/);
    }
    expect((await get('dcim/manufacturers/?name=Never')).count).toBe(0);
    await expect(take('nowhere')).rejects.toThrow(/There is no/);
  });
});
