import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@plumbline/command';
import { handOut } from '@plumbline/process';
import { dump } from '../src/command/dump';
import { natsConfig } from '../src/command/natsConfig';
import { readLibrary } from '../src/import/deviceTypes/readLibrary';
import { openSpool } from '../src/import/spool';
import { readMapping } from '../src/import/spreadsheet/columns';
import { readSheet } from '../src/import/spreadsheet/readSheet';

const env = {
  PLUMBLINE_SECRET_KEY: 'a secret key that only this test uses, long enough',
  DATABASE_URL: 'postgres://db/x',
};

const refusalOf = (use: Promise<unknown>): Promise<unknown> => use.catch((error: unknown) => error);

function expectUsageError(refusal: unknown, message: string): void {
  expect(refusal).toBeInstanceOf(UsageError);
  expect(refusal).toMatchObject({ message });
}

describe('files that commands are told of', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-named-'));
    writeFileSync(join(folder, 'file'), '');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string): string => join(folder, name);

  it.each([
    ['readSheet', readSheet],
    ['readMapping', readMapping],
    ['readLibrary', readLibrary],
  ])('%s says which there is none of, and that another attempt changes nothing', async (_, read) => {
    expectUsageError(await refusalOf(read(at('none'))), `There is no file ${at('none')}.`);
  });

  it.each([
    ['readSheet', readSheet],
    ['readMapping', readMapping],
    ['nats-config', (file: string) => natsConfig([file], env)],
    ['dump', (file: string) => dump([file], env)],
    ['a copy', (file: string) => openSpool(file, 'http://127.0.0.1', [])],
  ])('%s says which is a folder', async (_, use) => {
    expectUsageError(await refusalOf(use(folder)), `${folder} is a folder: name a file in it.`);
  });

  it('hand-out says which file in its folder cannot be replaced', async () => {
    mkdirSync(at('handed/ipam/environment'), { recursive: true });
    await expect(handOut([at('handed'), 'ipam'], env)).rejects.toThrow(
      new RegExp(`^${at('handed')} cannot be written: EISDIR: .*'${at('handed/ipam/environment')}'`),
    );
  });

  it.each([
    ['nats-config', (file: string) => natsConfig([file], env)],
    ['a copy', (file: string) => openSpool(file, 'http://127.0.0.1', [])],
    ['hand-out', (file: string) => handOut([file], env)],
  ])('%s says which cannot be written', async (_, use) => {
    const file = at('file/in/none');
    await expect(use(file)).rejects.toThrow(`${file} cannot be written: ENOTDIR: not a directory`);
  });
});
