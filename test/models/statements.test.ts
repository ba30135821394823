import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apps } from '@plumbline/config';
import { type Fixture, makeFixture, signedIn, subjectOf, superuser, type TestServices } from '@plumbline/testkit';
import * as circuits from '../../services/circuits/test/fixtures';
import * as dcim from '../../services/dcim/test/fixtures';
import * as extras from '../../services/extras/test/fixtures';
import * as ipam from '../../services/ipam/test/fixtures';
import * as tenancy from '../../services/tenancy/test/fixtures';
import * as users from '../../services/users/test/fixtures';
import * as virtualization from '../../services/virtualization/test/fixtures';
import { isChosen } from '../harness/chosenApplications';
import { root } from '../program/root';
import { costsOfWrites } from './costsOfWrites';
import { startEveryService } from './everyService';
import { readsForOthers, statementsOfReads } from './statementsOfReads';

const generated = join(root, 'contracts', 'generated', 'sql');
const everyFixture: Record<(typeof apps)[number], Record<string, Fixture>> = {
  circuits,
  dcim,
  extras,
  ipam,
  tenancy,
  users,
  virtualization,
};

/** `npm run generate:statements` has them written instead of compared. */
const writes = process.env.WRITE_STATEMENTS !== undefined;

describe.each(apps.filter(isChosen))('the statements that %s runs; else run `npm run generate:statements`', (app) => {
  const fixtures = Object.values(everyFixture[app]);
  const folder = join(generated, app, 'reads');
  const texts = new Map<string, string>();
  const costsFile = join(generated, app, 'writes.json');
  const costs: Record<string, Record<string, string>> = {};

  beforeAll(async () => {
    const plumbline: TestServices = await startEveryService();
    try {
      const admin = await signedIn(plumbline, superuser.apiToken);
      const subjects = fixtures.map((fixture) =>
        subjectOf(
          fixture,
          () => plumbline,
          () => admin,
        ),
      );
      for (const subject of subjects) await makeFixture(subject);
      const forOthers = await readsForOthers(plumbline);
      for (const subject of subjects)
        texts.set(`${subject.model.name}.sql`, await statementsOfReads(subject, plumbline, forOthers));
      for (const subject of subjects.filter(({ fixture }) => fixture.writes))
        costs[subject.model.name] = await costsOfWrites(subject);
    } finally {
      await plumbline.stop();
    }
    if (!writes) return;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of texts) writeFileSync(join(folder, name), text);
    writeFileSync(costsFile, `${JSON.stringify(costs, null, 2)}\n`);
  });

  test('have a file for each model', () => {
    expect(existsSync(folder) ? readdirSync(folder).sort() : []).toEqual([...texts.keys()].sort());
  });

  test('are as many for each write as is written down', () => {
    expect(JSON.parse(readFileSync(costsFile, 'utf8'))).toEqual(costs);
  });

  test.each(fixtures.map(({ model }) => [model.label, `${model.name}.sql`]))('%s', (_, name) => {
    expect(readFileSync(join(folder, name), 'utf8')).toBe(texts.get(name));
  });
});
