import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startForm, type Whole } from '../harness/forms';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { root } from '../program/root';
import { runCommand } from '../program/runCommand';

const strict = ['--ignoreConfig', '--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes'];
const target = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--types', 'node'];
/** Programs that use it. */
const ours = join(__dirname, 'plumbline', 'program.ts');
const example = join(root, 'examples', 'client', 'giveAddresses.ts');

describeUnless(missingBuild, 'the client for TypeScript', () => {
  let folder: string;
  let whole: Whole;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-client-'));
    whole = await startForm('one', { env: { PLUMBLINE_APPS: join(root, 'examples', 'bgp') } });
  });
  afterAll(async () => {
    await whole?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const types = (token: string) => {
    const command = [process.execPath, join(root, 'libs/client/bin/plumblineTypes.js'), whole.url];
    return runCommand('env', [`API_TOKEN=${token}`, ...command, join(folder, 'plumbline.d.ts')]);
  };

  beforeAll(async () => {
    expect(await types('wrong')).toMatchObject({ exitCode: 1, output: expect.stringContaining('403') });
    expect(await types(whole.token)).toMatchObject({ exitCode: 0 });
    mkdirSync(join(folder, 'node_modules', '@plumbline'), { recursive: true });
    symlinkSync(join(root, 'libs', 'client'), join(folder, 'node_modules', '@plumbline', 'client'));
    symlinkSync(join(root, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
    // Together: most of the time goes into the types of the server.
    for (const program of [ours, example]) copyFileSync(program, placeOf(program));
    const options = [...strict, ...target, '--noEmitOnError', '--outDir', folder];
    const sources = [ours, example].map(placeOf);
    const compiled = await runCommand(join(root, 'node_modules', '.bin', 'tsc'), [...options, ...sources]);
    expect(compiled).toMatchObject({ exitCode: 0, output: '' });
  });

  /** Where a program is compiled, beside the types of the server. */
  const placeOf = (program: string) => join(folder, basename(program));
  const run = (program: string, ...more: string[]) =>
    runCommand(process.execPath, [placeOf(program).replace(/\.ts$/, '.js'), whole.url, whole.token, ...more]);

  it('is typed from a running server, with the models of its apps, and works', async () => {
    const { output } = await run(ours);
    expect(output.split('\n').filter(Boolean)).toEqual([
      'ok listsPageByPage',
      'ok listsWhatItDeletes',
      'ok keepsWhatOthersChange',
      'ok tellsWhatIsRefused',
      'ok knowsTheModelsOfApps',
    ]);
  });

  it('gives devices their addresses as the example does', async () => {
    const make = async (path: string, body: object): Promise<{ id: string }> =>
      (await whole.client.must(201, 'POST', path, body)).body;
    const status = 'Active';
    const type = await make('dcim/location-types/', { name: 'Town', content_types: ['dcim.device'] });
    const location = await make('dcim/locations/', { name: 'Berlin', location_type: type.id, status });
    const manufacturer = await make('dcim/manufacturers/', { name: 'Maker' });
    const device_type = await make('dcim/device-types/', { manufacturer: manufacturer.id, model: 'Switch' });
    const role = await make('extras/roles/', { name: 'Access', content_types: ['dcim.device'] });
    await make('ipam/prefixes/', { prefix: '10.20.0.0/30', status, namespace: 'Global' });
    for (const name of ['one', 'two']) {
      const usual = { location: location.id, device_type: device_type.id, role: role.id, status };
      const device = await make('dcim/devices/', { name, ...usual });
      await make('dcim/interfaces/', { device: device.id, name: 'mgmt', type: 'virtual', mgmt_only: true, status });
    }
    const given = await run(example, 'Berlin', '10.20.0.0/30');
    expect(given).toMatchObject({ exitCode: 0, output: 'one: 10.20.0.1/30\ntwo: 10.20.0.2/30\n' });
    expect(await run(example, 'Berlin', '10.20.0.0/30')).toMatchObject({ exitCode: 0, output: '' });
    const { body } = await whole.client.must(200, 'GET', 'dcim/devices/?name=two&depth=1');
    expect(body.results[0].primary_ip4).toMatchObject({ address: '10.20.0.2/30', dns_name: 'two.example.net' });
  });
});
