import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@plumbline/command';
import { deviceTypes } from '../src/command/deviceTypes';
import { importFrom } from '../src/command/import';

describe('where there is no Plumbline', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-none-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const env = () => ({ PLUMBLINE_DATA: join(folder, 'data') });

  it.each([
    ['device-types import', () => deviceTypes(['import', 'types'], env())],
    ['device-types export', () => deviceTypes(['export', 'types'], env())],
    ['import --from-file', () => importFrom(['--from-file=racks.csv', '--preview'], env())],
  ])('%s says so, and makes none', async (_, run) => {
    const refusal = await run().catch((error) => error);
    expect(refusal).toBeInstanceOf(UsageError);
    expect(refusal.message).toMatch(/^There is no Plumbline in /);
    expect(existsSync(env().PLUMBLINE_DATA)).toBe(false);
  });

  it('one elsewhere takes no secret key of this machine', async () => {
    const elsewhere = ['--into=http://127.0.0.1:1', '--into-token=x'];
    await expect(deviceTypes(['import', join(folder, 'types'), ...elsewhere], env())).rejects.toThrow(
      'There is no file',
    );
    expect(existsSync(join(env().PLUMBLINE_DATA, 'secret-key'))).toBe(false);
  });
});
