import { parseAllDocuments } from 'yaml';
import { type JobsWhole, startWithJobs } from './whole';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
type Shown = any;

let whole: JobsWhole;
const make = async (path: string, body: object): Promise<Shown> =>
  (await whole.client.must(201, 'POST', `${path}/`, body)).body;

/** Runs a job to its end: what it answered, and the files it left. */
async function run(name: string, data: object): Promise<{ result: Shown; files: string[]; id: string }> {
  const id = await whole.begin(name, { data });
  const ended = await whole.ended(id);
  expect(ended).toMatchObject({ status: { value: 'SUCCESS' }, traceback: null });
  const files = [];
  for (const file of ended.files)
    files.push((await whole.client.must(200, 'GET', `extras/file-proxies/${file.id}/download/`)).text);
  return { result: ended.result, files, id };
}

beforeAll(async () => {
  whole = await startWithJobs('one');
  await make('dcim/location-types', { name: 'Site', content_types: ['dcim.device', 'circuits.circuittermination'] });
  await make('dcim/locations', { name: 'Here', location_type: 'Site', status: 'Active' });
  await make('dcim/manufacturers', { name: 'Maker' });
  await make('extras/roles', { name: 'Leaf', content_types: ['dcim.device'] });
});
afterAll(() => whole?.stop());

const contentType = async (label: string): Promise<number> => {
  const [app, model] = label.split('.');
  const { body } = await whole.client.must(200, 'GET', `extras/content-types/?app_label=${app}&model=${model}`);
  return body.results[0].id;
};

describe('the export of a list', () => {
  test('writes device types as their libraries have them', async () => {
    const type = { model: 'Box', manufacturer: 'Maker', u_height: 2, subdevice_role: 'parent' };
    const device_type = (await make('dcim/device-types', type)).id;
    await make('dcim/device-bay-templates', { device_type, name: 'Bay' });
    const power = await make('dcim/power-port-templates', { device_type, name: 'PSU', type: 'iec-60320-c14' });
    await make('dcim/power-outlet-templates', {
      device_type,
      name: 'Out',
      power_port_template: power.id,
      feed_leg: 'A',
    });
    await make('dcim/interface-templates', { device_type, name: 'eth0', type: '1000base-t', mgmt_only: true });
    const { files, result } = await run('Export Object List', {
      content_type: await contentType('dcim.devicetype'),
      query_string: 'model=Box',
      export_format: 'yaml',
    });
    expect(result.file).toBe('nautobot_devicetype_data.yaml');
    expect(parseAllDocuments(files[0]!).map((document) => document.toJS())).toEqual([
      expect.objectContaining({
        manufacturer: 'Maker',
        model: 'Box',
        u_height: 2,
        subdevice_role: 'parent',
        'device-bays': [{ name: 'Bay' }],
        interfaces: [expect.objectContaining({ name: 'eth0', type: '1000base-t', mgmt_only: true })],
        'power-ports': [expect.objectContaining({ name: 'PSU', type: 'iec-60320-c14' })],
        'power-outlets': [expect.objectContaining({ name: 'Out', power_port: 'PSU', feed_leg: 'A' })],
      }),
    ]);
  });

  test('writes tables, and what a template makes of the objects', async () => {
    for (const name of ['one', 'two']) await make('tenancy/tenants', { name });
    const content_type = await contentType('tenancy.tenant');
    const table = await run('Export Object List', { content_type, query_string: 'name=two' });
    expect(table.files[0]!.split('\n')[1]).toContain('two');
    expect(table.files[0]).not.toContain('one,');
    const numbered = await run('Export Object List', { content_type: String(content_type), query_string: 'name=two' });
    expect(numbered.files).toEqual(table.files);
    const template = await make('extras/export-templates', {
      name: 'Names',
      content_type: 'tenancy.tenant',
      template_code: '{% for tenant in queryset %}<{{ tenant.name }}>{% endfor %}',
      file_extension: 'txt',
    });
    const written = await run('Export Object List', { content_type, export_template: template.id });
    expect(written.files).toEqual(['<one><two>']);
    expect(written.result.file).toBe('nautobot_tenant_data.txt');
  });

  test('writes all objects of a kind, where another list shows some of them and wherever theirs is', async () => {
    const box = { device_type: { model: 'Box' }, role: 'Leaf', location: { name: 'Here' }, status: 'Planned' };
    const device = await make('dcim/devices', { ...box, name: 'server' });
    await make('dcim/console-ports', { device: device.id, name: 'unplugged' });
    await make('users/groups', { name: 'operators' });
    for (const [label, name] of [
      ['dcim.consoleport', 'unplugged'],
      ['dcim.powerport', 'PSU'],
      ['dcim.interface', 'eth0'],
      ['auth.group', 'operators'],
    ] as const) {
      const { files } = await run('Export Object List', { content_type: await contentType(label) });
      expect([label, files[0]]).toEqual([label, expect.stringContaining(name)]);
    }
  });
});

test('the data quality report finds what is incomplete, and names it', async () => {
  const box = { device_type: { model: 'Box' }, role: 'Leaf', location: { name: 'Here' }, status: 'Active' };
  const device = await make('dcim/devices', { ...box, name: 'bare' });
  await make('dcim/interfaces', { device: device.id, name: 'eth1', type: '1000base-t', status: 'Active' });
  for (const namespace of ['Global', (await make('ipam/namespaces', { name: 'Other' })).name]) {
    await make('ipam/prefixes', { prefix: '10.0.0.0/24', namespace: { name: namespace }, status: 'Active' });
    await make('ipam/ip-addresses', { address: '10.0.0.1/24', namespace: { name: namespace }, status: 'Active' });
  }
  await make('ipam/prefixes', { prefix: '10.0.1.0/24', status: 'Active' });
  await make('circuits/providers', { name: 'Telco' });
  await make('circuits/circuit-types', { name: 'Fibre' });
  await make('circuits/circuits', { cid: 'c1', provider: 'Telco', circuit_type: 'Fibre', status: 'Active' });
  const { result, files, id } = await run('Data Quality Report', {});
  expect(result).toEqual({
    findings: {
      device_addresses: 1,
      machine_addresses: 0,
      rack_positions: 0,
      disabled_interfaces: 0,
      empty_prefixes: 1,
      duplicate_addresses: 1,
      unassigned_addresses: 2,
      circuit_ends: 1,
    },
    total: 6,
  });
  const warnings = (await whole.log(id)).filter(({ log_level }) => log_level === 'warning');
  expect(warnings.map(({ message }) => message)).toEqual(
    expect.arrayContaining(['bare has no primary address.', 'There is no address in 10.0.1.0/24.']),
  );
  expect(files[0]!.trim().split('\n')).toHaveLength(7);
  const chosen = await run('Data Quality Report', { checks: ['circuit_ends'], most: 0 });
  expect(chosen.result).toEqual({ findings: { circuit_ends: 1 }, total: 1 });
});
