import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@plumbline/command';
import { handOut } from '@plumbline/process';
import { natsConfig } from '../src/command/natsConfig';
import { readLibrary } from '../src/import/deviceTypes/readLibrary';
import { openSpool } from '../src/import/spool';
import { readMapping } from '../src/import/spreadsheet/columns';
import { readSheet } from '../src/import/spreadsheet/readSheet';

const env = {
  PLUMBLINE_SECRET_KEY: 'a secret key that only this test uses, long enough',
  DATABASE_URL: 'postgres://db/x',
};

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
    await expect(read(at('none'))).rejects.toEqual(new UsageError(`There is no file ${at('none')}.`));
  });

  it.each([
    ['readSheet', readSheet],
    ['readMapping', readMapping],
    ['nats-config', (file: string) => natsConfig([file], env)],
  ])('%s says which is a folder', async (_, use) => {
    await expect(use(folder)).rejects.toEqual(new UsageError(`${folder} is a folder: name a file in it.`));
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
