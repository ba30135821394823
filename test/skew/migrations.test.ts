import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadModule } from 'libpg-query';
import { filesAt, textAt } from '../../program/src/contracts/history';
import { describeUnless } from '../program/describeUnless';
import { root } from '../program/root';
import { findHarm } from './findHarm';
import { lastRelease, missingRelease } from './release';

const release = lastRelease();
const services = readdirSync(join(root, 'services'));
const folders = ['libs/engine/migrations', ...services.map((name) => `services/${name}/migrations`)];
/** A service that was released alone since has released its own migrations. */
const releaseOf = (folder: string) => lastRelease(services.find((name) => folder === `services/${name}/migrations`));
const filesNow = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => `${folder}/${name}`);

beforeAll(() => loadModule());

describeUnless(missingRelease(release), `migrations after version ${release.version}`, () => {
  it.each(folders)('of %s expand first: the last release works with the tables they make', (folder) => {
    const before = new Set(filesAt(root, releaseOf(folder).commit, folder));
    const found = filesNow(folder)
      .filter((file) => !before.has(file))
      .flatMap((file) =>
        findHarm(readFileSync(join(root, file), 'utf8')).map(({ line, text }) => `${file}:${line} ${text}`),
      );
    expect(found).toEqual([]);
  });

  it.each(folders)('of %s are not changed once they are released', (folder) => {
    const { commit } = releaseOf(folder);
    const changed = filesAt(root, commit, folder).filter(
      (file) => textAt(root, commit, file) !== readFileSync(join(root, file), 'utf8'),
    );
    expect(changed).toEqual([]);
  });
});

describe('a statement of a migration', () => {
  it.each([
    ['ALTER TABLE vlan DROP COLUMN name', 'drops the column name'],
    ['ALTER TABLE vlan RENAME COLUMN name TO title', 'renames name'],
    ['ALTER TABLE vlan RENAME TO vlans', 'renames vlan'],
    ['ALTER TABLE vlan ALTER COLUMN name TYPE varchar(10)', 'another type'],
    ['ALTER TABLE vlan ALTER COLUMN name SET NOT NULL', 'NOT NULL'],
    ['ALTER TABLE vlan ALTER COLUMN name DROP DEFAULT', 'default'],
    ['ALTER TABLE vlan ADD COLUMN paint text NOT NULL', 'without a default'],
    ['ALTER TABLE vlan ADD COLUMN paint text UNIQUE', 'makes an index'],
    ['ALTER TABLE vlan ADD COLUMN paint text GENERATED ALWAYS AS (lower(name)) STORED', 'rewrites the table'],
    ['ALTER TABLE vlan ADD CONSTRAINT few CHECK (vid < 10)', 'without NOT VALID'],
    ['ALTER TABLE vlan ADD FOREIGN KEY (role) REFERENCES role', 'without NOT VALID'],
    ['ALTER TABLE vlan ADD CONSTRAINT one UNIQUE (name)', 'index of a constraint'],
    ['CREATE INDEX by_name ON vlan (name)', 'may be large'],
    ['CREATE UNIQUE INDEX by_name ON vlan (name)', 'unique'],
    ['DROP TABLE vlan', 'drops a table'],
    ['DROP FUNCTION helper', 'drops a function'],
    ["UPDATE vlan SET name = ''", 'writes every row'],
    ['DELETE FROM vlan', 'deletes rows'],
    ['TRUNCATE vlan', 'empties a table'],
    ['LOCK TABLE vlan', 'locks a table'],
  ])('is found out: %s', (statement, what) => {
    expect(findHarm(`-- A migration.\nSELECT 1;\n\n-- Why not?\n${statement};\n`)).toEqual(
      expect.arrayContaining([{ line: 5, text: expect.stringContaining(what) }]),
    );
    const allowed = `SELECT 1;\n-- allowed: no release has read it since 0.1.0\n${statement};\nSELECT 2;`;
    expect(findHarm(allowed)).toEqual([]);
    expect(findHarm(`${allowed}\n${statement};`).length).toBeGreaterThan(0);
  });

  it.each([
    "ALTER TABLE vlan ADD COLUMN paint text NOT NULL DEFAULT ''",
    'ALTER TABLE vlan ADD COLUMN paint text',
    'ALTER TABLE vlan ALTER COLUMN name DROP NOT NULL',
    "ALTER TABLE vlan ALTER COLUMN name SET DEFAULT ''",
    'ALTER TABLE vlan ADD CONSTRAINT few CHECK (vid < 10) NOT VALID',
    'DROP INDEX by_name',
    'CREATE TABLE paint (id uuid PRIMARY KEY, name text NOT NULL); CREATE UNIQUE INDEX ON paint (name); ALTER TABLE paint DROP COLUMN name',
  ])('does no harm: %s', (statement) => {
    expect(findHarm(statement)).toEqual([]);
  });
});
