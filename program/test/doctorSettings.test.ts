import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '@plumbline/config';
import { examineSettings } from '../src/doctor/settings';

describe('what the doctor says of settings', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-doctor-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const findingsOf = async (dataDir: string, key: 'set' | 'kept' | 'missing') =>
    Object.fromEntries(
      (await examineSettings(readSettings({ PLUMBLINE_DATA: dataDir }), key)).map((each) => [each.about, each]),
    );

  it('makes no data folder', async () => {
    const none = join(folder, 'none', 'yet');
    expect((await findingsOf(none, 'set'))['data folder']).toMatchObject({
      verdict: 'well',
      text: `${none}, which is not there yet`,
    });
    expect(existsSync(none)).toBe(false);
    expect((await findingsOf(folder, 'set'))['data folder']).toMatchObject({ verdict: 'well', text: folder });
  });

  it('takes no file for a folder, nor one above it', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'below')])
      expect((await findingsOf(path, 'set'))['data folder']).toMatchObject({
        verdict: 'ill',
        text: `${path} cannot be written to: ${file} is no folder`,
      });
  });

  it('misses a secret key', async () => {
    expect((await findingsOf(folder, 'missing'))['secret key']).toMatchObject({
      verdict: 'doubtful',
      text: `not set, and ${folder} keeps none`,
    });
    expect((await findingsOf(folder, 'kept'))['secret key']).toMatchObject({ verdict: 'well' });
  });
});
