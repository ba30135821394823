import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createLog } from '@plumbline/log';
import { testSettings } from '@plumbline/testkit';
import { strToU8, zipSync } from 'fflate';
import { importSpreadsheet } from '../../program/src/import/spreadsheet';
import { aFolder } from '../dump/files';
import type { Answer } from '../harness/client';
import { startForm, type Whole } from '../harness/forms';
import { entry, missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { sheetXml, workbookOf } from './workbook';

const log = createLog({ name: 'test', level: 'silent' });

type Body = Answer['body'];
type Options = Parameters<typeof importSpreadsheet>[1];

describeUnless(missingBuild, 'an import from spreadsheets', () => {
  const folder = aFolder();
  let program: Whole;

  const put = (name: string, content: string | Buffer): string => {
    const file = folder.at(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  const take = (file: string, wanted: Options['wanted'] = {}, more: Partial<Options> = {}) =>
    importSpreadsheet(testSettings({ databaseUrl: program.database.url, dataDir: folder.at('data') }), {
      file,
      wanted,
      destination: { url: program.url, token: program.token },
      log,
      progress: () => {},
      ...more,
    });
  const written = ({ applied }: Awaited<ReturnType<typeof take>>) =>
    applied.map(({ created, changed, same }) => ({ created, changed, same }));
  const get = async (path: string) => (await program.client.must(200, 'GET', path)).body as Body;
  const make = async (path: string, body: unknown) => (await program.client.must(201, 'POST', path, body)).body as Body;

  beforeAll(async () => {
    program = await startForm('one');
    await make('dcim/location-types/', [
      { name: 'Site', nestable: true, content_types: ['dcim.device', 'dcim.rack', 'ipam.prefix'] },
    ]);
    for (const name of ['Cisco', 'Juniper']) {
      const manufacturer = await make('dcim/manufacturers/', { name });
      await make('dcim/device-types/', { manufacturer: manufacturer.id, model: 'Switch' });
    }
    await make('extras/roles/', { name: 'Access', content_types: ['dcim.device'] });
    await make(
      'extras/tags/',
      ['core', 'lab'].map((name) => ({ name, content_types: ['dcim.device'] })),
    );
    await make('extras/custom-fields/', {
      key: 'floor',
      label: 'Floor',
      type: 'integer',
      content_types: ['dcim.device'],
    });
    await make('extras/custom-fields/', {
      key: 'bought',
      label: 'Bought',
      type: 'date',
      content_types: ['dcim.device'],
    });
  });
  afterAll(async () => {
    await program?.stop();
    folder.remove();
  });

  it('makes objects by the headers of a CSV file, parents of the same file among them', async () => {
    const file = put(
      'locations.csv',
      '\ufeffName;Location type;Status;Parent;Latitude;Contact E-mail\nHall;Site;Active;Berlin;;\nBerlin;Site;Planned;;52.5;a@example.org\n\nHamburg;Site;Active;Europe;53,;\n',
    );
    const bad = await take(file, { to: 'dcim/locations' });
    expect(bad.problems).toEqual([
      { row: 5, column: 'Parent', problem: 'there is no location with name Europe' },
      { row: 5, column: 'Latitude', problem: 'is no number' },
    ]);
    expect((await get('dcim/locations/')).count).toBe(0);
    put(
      'locations.csv',
      '\ufeffName;Location type;Status;Parent;Latitude;Contact E-mail\nHall;Site;Active;Berlin;;\nBerlin;Site;Planned;;52.5;a@example.org\n',
    );
    const done = await take(file, { to: 'dcim/locations' });
    expect([done.problems, done.refused, written(done)]).toEqual([[], [], [{ created: 2, changed: 0, same: 0 }]]);
    const hall = (await get('dcim/locations/?name=Hall&depth=1')).results[0];
    expect(hall).toMatchObject({ parent: { name: 'Berlin', latitude: '52.500000', contact_email: 'a@example.org' } });
    expect(written(await take(file, { to: 'dcim/locations' }))).toEqual([{ created: 0, changed: 0, same: 2 }]);
  });

  it('asks which is meant where several rows have the name of a parent, and takes no row for its own', async () => {
    const header = 'Name,Location type,Status,Parent';
    const problemsOf = async (rows: string[]) => {
      const { problems } = await take(put('depots.csv', [header, ...rows, ''].join('\n')), { to: 'dcim/locations' });
      return problems;
    };
    const shelf = 'Shelf,Site,Active,Depot';
    const depots = ['Depot,Site,Active,Hall', 'Depot,Site,Active,Berlin'];
    expect(await problemsOf([...depots, shelf])).toEqual([
      {
        row: 4,
        column: 'Parent',
        problem: expect.stringMatching(/^rows 2, 3 are all locations with name Depot: bring them in first/),
      },
    ]);
    expect(await problemsOf(['Cellar,Site,Active,Cellar'])).toEqual([
      { row: 2, column: 'Parent', problem: 'there is no location with name Cellar' },
    ]);
    expect(await problemsOf(depots)).toEqual([]);
    // Here they are two as well, whatever the rows say.
    expect(await problemsOf(['Depot,Site,Active,Hall', shelf])).toEqual([
      { row: 3, column: 'Parent', problem: expect.stringContaining('there are 2 locations with name Depot') },
    ]);
    const here = (await get('dcim/locations/?name=Depot&depth=1')).results;
    const meant = here.find(({ parent }: Body) => parent.name === 'Hall').id;
    expect(await problemsOf([`Shelf,Site,Active,${meant}`])).toEqual([]);
    expect((await get('dcim/locations/?name=Shelf')).results[0].parent.id).toBe(meant);
  });

  const mapping = `
to: dcim/devices
sheet: Devices
key: [name]
columns:
  Hostname: name
  Standort: location
  Maker: device_type.manufacturer.name
  Model: device_type
  State: { to: status, values: { live: Active, spare: Inventory }, default: Planned }
  Serial: serial
  Labels: tags
  Floor: custom_fields.floor
  Bought: custom_fields.bought
  Remark: null
always:
  role: Access
`;
  const devices = (serial: string) =>
    workbookOf({
      Notes: [['Nothing']],
      Devices: [
        ['Hostname', 'Standort', 'Maker', 'Model', 'State', 'Serial', 'Labels', 'Floor', 'Bought', 'Remark', 'Sum'],
        [
          'sw1',
          'Hall',
          'Cisco',
          'Switch',
          'live',
          serial,
          'core, lab',
          { formula: '1+1', value: 2 },
          new Date('2020-02-29'),
          'x',
          { formula: 'A1' },
        ],
        ['sw2', 'Berlin', 'Juniper', 'Switch', null, null, null, null, null, '=cmd()', null],
      ],
    });

  it('reads a workbook by a mapping: values, defaults, formulas, dates, related objects by several values', async () => {
    const [file, map] = [put('devices.xlsx', devices('S1')), put('devices.yaml', mapping)];
    const preview = await take(file, {}, { mapping: map, preview: true });
    expect(written(preview)).toEqual([{ created: 2, changed: 0, same: 0 }]);
    expect(preview.first[0]).toMatchObject({
      row: 2,
      body: { name: 'sw1', serial: 'S1', custom_fields: { floor: 2, bought: '2020-02-29' } },
    });
    expect((await get('dcim/devices/')).count).toBe(0);
    const done = await take(file, {}, { mapping: map });
    expect([done.problems, done.refused]).toEqual([[], []]);
    expect((await get('dcim/devices/?name=sw1&depth=1')).results[0]).toMatchObject({
      status: { name: 'Active' },
      role: { name: 'Access' },
      location: { name: 'Hall' },
      device_type: { manufacturer: expect.anything() },
      custom_fields: { floor: 2, bought: '2020-02-29' },
    });
    const other = (await get('dcim/devices/?name=sw2&depth=2')).results[0];
    expect(other).toMatchObject({ status: { name: 'Planned' }, device_type: { manufacturer: { name: 'Juniper' } } });
    expect(written(await take(file, {}, { mapping: map }))).toEqual([{ created: 0, changed: 0, same: 2 }]);
    put('devices.xlsx', devices('S2'));
    expect(written(await take(file, {}, { mapping: map }))).toEqual([{ created: 0, changed: 1, same: 1 }]);
    expect((await get('dcim/devices/?name=sw1')).results[0].serial).toBe('S2');
  });

  it('changes what is here, leaves alone what cells do not say, and tells what Plumbline refuses by its row', async () => {
    const file = put('some.csv', 'name,serial,asset_tag,position\nsw1,NULL,A1,\nsw2,,A1,\n');
    const done = await take(file, { to: 'dcim/devices' });
    expect(done.refused).toEqual([expect.objectContaining({ key: 'row:3', reason: expect.stringMatching(/asset/i) })]);
    const cleared = put('cleared.csv', 'name,platform\nsw1,NULL\n');
    expect(written(await take(cleared, { to: 'dcim/devices' }))).toEqual([{ created: 0, changed: 0, same: 1 }]);
    const untagged = put('untagged.csv', 'name,tags\nsw1,NULL\nsw2,NULL\n');
    expect(written(await take(untagged, { to: 'dcim/devices' }))).toEqual([{ created: 0, changed: 1, same: 1 }]);
    expect((await get('dcim/devices/?tags=core')).count).toBe(0);
    expect((await get('dcim/devices/?name=sw2')).results[0].role).not.toBeNull();
    const mixed = put('mixed.csv', 'name,serial\r\nsw1,M1\nsw2,M2\n');
    expect(written(await take(mixed, { to: 'dcim/devices' }))).toEqual([{ created: 0, changed: 2, same: 0 }]);
  });

  it('refuses a row that several objects fit, and takes it with a key that says which', async () => {
    const rows = 'name,location,status,u_height\nR1,Berlin,Active,42\nR1,Hall,Active,42\n';
    await take(put('racks.csv', rows), { to: 'dcim/racks', key: ['name', 'location'] });
    const one = put('racks.csv', 'name,location,status,u_height\nR1,Berlin,Active,47\nR2,Berlin,Active,47\n');
    const told = await take(one, { to: 'dcim/racks' });
    expect(told.refused).toEqual([
      expect.objectContaining({
        key: 'row:2',
        reason: expect.stringMatching(/^there are 2 here with its name \([-0-9a-f]{36}, [-0-9a-f]{36}\): a key/),
      }),
    ]);
    expect(written(told)).toEqual([{ created: 1, changed: 0, same: 0 }]);
    const heights = async () => {
      const { results } = await get('dcim/racks/?name=R1&depth=1');
      return results.map(({ location, u_height }: Body) => `${location.name} ${u_height}`).sort();
    };
    expect(await heights()).toEqual(['Berlin 42', 'Hall 42']);
    expect(written(await take(one, { to: 'dcim/racks', key: ['name', 'location'] }))).toEqual([
      { created: 0, changed: 1, same: 1 },
    ]);
    expect(await heights()).toEqual(['Berlin 47', 'Hall 42']);
  });

  it('takes prefixes and addresses, in a namespace or without a word', async () => {
    await make('ipam/namespaces/', { name: 'Blue' });
    const prefixes = put(
      'prefixes.csv',
      'prefix,status,type,namespace,location\n10.0.0.0/8,Active,Container,,Berlin\n10.1.0.0/16,active,network,,\n10.0.0.0/8,Active,network,Blue,\n'.replace(
        'active,',
        'Active,',
      ),
    );
    expect((await take(prefixes, { to: 'ipam/prefixes' })).refused).toEqual([]);
    const addresses = put('addresses.csv', 'address,status,namespace\n10.1.0.1/24,Active,Global\n');
    expect(written(await take(addresses, { to: 'ipam/ip-addresses' }))).toEqual([{ created: 1, changed: 0, same: 0 }]);
    expect(written(await take(addresses, { to: 'ipam/ip-addresses' }))).toEqual([{ created: 0, changed: 0, same: 1 }]);
    expect(written(await take(prefixes, { to: 'ipam/prefixes' }))[0]).toMatchObject({ created: 0 });
  });

  it('writes nothing when rows cannot be read, and says which, where and why', async () => {
    const rows = put(
      'wrong.csv',
      'name,location,device_type,status,role,face\nnew1,Nowhere,Switch,Active,Access,front\nnew2,Berlin,Switch,Active,Access,sideways\nnew2,Berlin,Switch,Active,Access,\n,Berlin,Switch,Active,Access,\n',
    );
    const { problems, applied } = await take(rows, { to: 'dcim/devices', key: ['name'] });
    expect(applied).toEqual([]);
    expect(problems).toEqual(
      expect.arrayContaining([
        { row: 2, column: 'location', problem: 'there is no location with name Nowhere' },
        {
          row: 2,
          column: 'device_type',
          problem: expect.stringContaining('there are 2 device types with model Switch'),
        },
        { row: 3, column: 'face', problem: 'is none of front, rear' },
        { row: 4, column: 'name', problem: 'is the same as in row 3' },
        { row: 5, column: 'name', problem: 'says nothing by which the row could be known' },
      ]),
    );
    const wrong: [string | Buffer, Options['wanted'], RegExp][] = [
      [
        'name,colour\nx,y\n',
        { to: 'dcim/devices' },
        /colour: devices have no colour.*Say what the column means in a mapping/s,
      ],
      ['name\nx\n', { to: 'dcim/castles' }, /There is no dcim\/castles/],
      ['name\nx\n', {}, /Say what its rows are/],
      ['serial\nx\n', { to: 'dcim/devices' }, /Say by which fields a row is known/],
      ['name,name\nx,y\n', { to: 'dcim/devices' }, /Two columns are called name/],
      ['name\nx,y\n', { to: 'dcim/devices' }, /Row 2 has more cells/],
      ['name\n"x\n', { to: 'dcim/devices' }, /wrong.*Quote/s],
      [Buffer.from('name\nK\xf6ln\n', 'latin1'), { to: 'dcim/devices' }, /not in UTF-8/],
      [workbookOf({ A: [['name'], ['x']] }), { to: 'dcim/devices', sheet: 'B' }, /There is no sheet B\. There are: A/],
      [Buffer.from('PK\x03\x04 is no workbook'), { to: 'dcim/devices' }, /wrong/],
    ];
    for (const [content, wanted, message] of wrong)
      await expect(take(put('wrong.file', content), wanted)).rejects.toThrow(message);
    const map = put('wrong.yaml', 'to: dcim/devices\ncolumns: { name: [1] }\n');
    await expect(take(put('x.csv', 'name\nx\n'), {}, { mapping: map })).rejects.toThrow(/wrong\.yaml: columns\.name/);
  });

  it('is not filled up or led astray by what a workbook holds', async () => {
    const bomb = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(260 * 1024 * 1024) }, { level: 1 }));
    expect(bomb.length).toBeLessThan(8 * 1024 * 1024);
    await expect(take(put('bomb.xlsx', bomb), { to: 'dcim/devices' })).rejects.toThrow(
      /Unpacked it is larger than 256 MB/,
    );
    const many = zipSync(Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`${at}`, strToU8('x')])));
    await expect(take(put('many.xlsx', Buffer.from(many)), { to: 'dcim/devices' })).rejects.toThrow(/too many files/);
    const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${'bcdefghi'
      .split('')
      .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`)
      .join('')}<!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    const sheet = sheetXml([['name'], ['PLACE']], entities).replace('PLACE', '&i;&f;');
    const before = (await get('dcim/manufacturers/')).count;
    const led = await take(
      put('entities.xlsx', workbookOf({ A: sheet })),
      { to: 'dcim/manufacturers' },
      { preview: true },
    ).catch((error: Error) => error);
    const said = led instanceof Error ? led.message : JSON.stringify(led.first);
    expect(said.length).toBeLessThan(500);
    expect(said).not.toContain('root:');
    expect((await get('dcim/manufacturers/')).count).toBe(before);
  });

  it('leaves the token of another import that goes on now, and takes its own away', async () => {
    const description = 'plumbline import';
    const other = await make('users/tokens/', { description });
    const file = put('alongside.csv', 'name\nAlongside\n');
    const port = Number(new URL(program.url).port);
    await importSpreadsheet(
      testSettings({ databaseUrl: program.database.url, dataDir: folder.at('alongside'), port }),
      { file, wanted: { to: 'dcim/manufacturers' }, destination: {}, log, progress: () => {} },
    );
    const { results } = await get('users/tokens/?limit=0');
    const left = results.filter((token: Body) => token.description === description);
    expect(left.map(({ id }: Body) => id)).toEqual([other.id]);
  });

  it('works from the command line', () => {
    const file = put('makers.csv', 'name,description\nArista,A maker\n');
    const run = (...more: string[]) =>
      spawnSync(process.execPath, [entry, 'import', '--from-file', file, '--as', 'dcim/manufacturers', ...more], {
        env: program.env,
        encoding: 'utf8',
      });
    const preview = run('--preview');
    expect(preview).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /1 rows of dcim\/manufacturers, known by name[\s\S]*Row 2: \{"name":"Arista"[\s\S]*1 would be made/,
      ),
    });
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining('1 made, 0 changed') });
    expect(run('--moved')).toMatchObject({
      status: 78,
      stderr: expect.stringContaining('--moved does not go with --from-file'),
    });
    expect(run('--into', program.url)).toMatchObject({ status: 78, stderr: expect.stringContaining('--into-token') });
  });
});
