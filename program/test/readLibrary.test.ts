import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLibrary } from '../src/import/deviceTypes/readLibrary';

describe('a library of device types', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'plumbline-library-')));
  const types = join(folder, 'device-types');
  const pictures = join(folder, 'elevation-images', 'Juniper');
  const here = process.cwd();
  beforeAll(() => {
    mkdirSync(join(types, 'Juniper'), { recursive: true });
    mkdirSync(pictures, { recursive: true });
    writeFileSync(join(types, 'Juniper', 'EX.yaml'), 'manufacturer: Juniper\nmodel: EX\nslug: juniper-ex\n');
    writeFileSync(join(pictures, 'juniper-ex.front.png'), '');
  });
  afterEach(() => process.chdir(here));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    [folder, 'device-types'],
    [types, 'Juniper'],
    [join(types, 'Juniper'), '.'],
    [join(types, 'Juniper'), 'EX.yaml'],
  ])('has its pictures wherever it is read from (%#: %s, %s)', async (from, path) => {
    process.chdir(from);
    const read = await readLibrary(path);
    expect(read.map((one) => one.pictures)).toEqual([{ front_image: join(pictures, 'juniper-ex.front.png') }]);
  });
});
