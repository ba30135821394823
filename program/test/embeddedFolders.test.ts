import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@plumbline/log';
import { canReach } from '../src/embedded-postgres/account';
import { mendBinaries } from '../src/embedded-postgres/binaries';
import { openServerFolder } from '../src/embedded-postgres/serverFolder';

const somebody = { name: 'somebody', uid: 54321, gid: 54321 };
let folder: string;
let lines: string[];
const log = createLog({ name: 'test', level: 'warn', destination: { write: (line) => lines.push(line) } });

beforeEach(() => {
  lines = [];
  folder = mkdtempSync(join(tmpdir(), 'folders-'));
  chmodSync(folder, 0o755);
});

afterEach(() => rmSync(folder, { recursive: true }));

test('the data folder is opened for passing through when only it is closed', () => {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  expect(canReach(somebody, dataDir)).toBe(false);
  const server = openServerFolder(dataDir, somebody, log);
  expect(server.path).toBe(join(dataDir, 'postgres'));
  expect(canReach(somebody, server.path)).toBe(true);
  expect(statSync(dataDir).mode & 0o777).toBe(0o711);
  expect(lines).toEqual([]);
});

test('the database goes elsewhere, and a warning says where, when a parent is closed', () => {
  const closed = join(folder, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const server = openServerFolder(join(closed, 'data'), somebody, log, join(folder, 'fallback'));
  expect(server.path).toMatch(join(folder, 'fallback'));
  expect(canReach(somebody, server.path)).toBe(true);
  expect(openServerFolder(join(closed, 'data'), somebody, log, join(folder, 'fallback'))).toEqual(server);
  expect(statSync(closed).mode & 0o777).toBe(0o700);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ wanted: join(closed, 'data'), account: 'somebody' });
});

test('without another account every folder will do', () => {
  const closed = join(folder, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  expect(openServerFolder(closed, undefined, log).path).toBe(join(closed, 'postgres'));
});

test('links and rights that the installation did not make are made', async () => {
  mkdirSync(join(folder, 'native', 'bin'), { recursive: true });
  mkdirSync(join(folder, 'native', 'lib'));
  for (const program of ['initdb', 'postgres'])
    writeFileSync(join(folder, 'native', 'bin', program), '', { mode: 0o644 });
  writeFileSync(join(folder, 'native', 'lib', 'libpq.so.5.18'), '');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  await mendBinaries(folder);
  await mendBinaries(folder);
  expect(readlinkSync(join(folder, 'native', 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
  accessSync(join(folder, 'native', 'bin', 'postgres'), constants.X_OK);
});
