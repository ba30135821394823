import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@plumbline/command';
import { SettingsError } from '@plumbline/config';
import { deviceTypes } from '../src/command/deviceTypes';
import { importFrom } from '../src/command/import';

describe('where there is no Plumbline', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-none-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const env = () => ({ PLUMBLINE_DATA: join(folder, 'data') });

  it.each([
    ['device-types import', () => deviceTypes(['import', 'types'], env())],
    ['device-types export', () => deviceTypes(['export', 'types'], env())],
    ['import --from-file', () => importFrom(['--from-file=racks.csv', '--preview'], env())],
    ['import --from-netbox', () => importFrom([`--from-netbox=${folder}`, '--dry-run'], env())],
  ])('%s says so, and makes none', async (_, run) => {
    const refusal = await run().catch((error) => error);
    expect(refusal).toBeInstanceOf(UsageError);
    expect(refusal.message).toMatch(/^There is no Plumbline in /);
    expect(existsSync(env().PLUMBLINE_DATA)).toBe(false);
  });

  it.each([
    ['device-types', (env: NodeJS.ProcessEnv) => deviceTypes(['import', 'types'], env)],
    ['import --from-file', (env: NodeJS.ProcessEnv) => importFrom(['--from-file=racks.csv'], env)],
    ['import --from-netbox', (env: NodeJS.ProcessEnv) => importFrom([`--from-netbox=${folder}`], env)],
  ])('%s makes up no key for one on a server that is named', async (_, run) => {
    const refusal = await run({ ...env(), DATABASE_URL: 'postgres://127.0.0.1:1/none' }).catch((error) => error);
    expect(refusal).toBeInstanceOf(SettingsError);
    expect(refusal.message).toContain('PLUMBLINE_SECRET_KEY is missing');
    expect(existsSync(env().PLUMBLINE_DATA)).toBe(false);
  });

  const elsewhere = ['--into=http://127.0.0.1:1', '--into-token=x'];
  const copied = ['--from-url=http://127.0.0.1:1', '--token=x', '--skip=none/such'];

  it.each([
    [
      'device-types --into',
      () => deviceTypes(['import', join(folder, 'none'), ...elsewhere], env()),
      'There is no file',
    ],
    ['import --from-file --into', () => importFrom(['--from-file=none.csv', ...elsewhere], env()), 'There is no file'],
    [
      'import --from-netbox --into',
      () => importFrom([`--from-netbox=${folder}`, ...elsewhere], env()),
      'no lists of NetBox',
    ],
    ['import --from-url --to', () => importFrom([...copied, `--to=${join(folder, 'copy')}`], env()), 'to skip'],
  ])('%s leaves no secret key behind', async (_, run, message) => {
    await expect(run()).rejects.toThrow(message);
    expect(existsSync(join(env().PLUMBLINE_DATA, 'secret-key'))).toBe(false);
  });
});
