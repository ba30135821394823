import { apps } from '@plumbline/config';
import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { checkSchema, describeDifference, sql } from '@plumbline/store';
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { wantedTables } from '../src/schema/draft';
import { ownServices } from '../src/start/services';

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices(ownServices.all, {}, { contentTypes, contentTypeNames });
});
afterAll(() => plumbline?.stop());

test.each(apps)('the migrations of %s make the tables its models want; else draft the next one', async (app) => {
  const { database } = plumbline.services.get(app)!.engine;
  expect((await checkSchema(database, wantedTables(ownServices.of(app)))).map(describeDifference)).toEqual([]);
});

test.each(apps)('every table of %s is tallied, so that counting a list looks at no row', async (app) => {
  const { database } = plumbline.services.get(app)!.engine;
  const counted = await database.rows<{ name: string }>(sql.unsafe`
    SELECT c.relname AS name FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
    WHERE g.tgname = 'tally_inserted' AND c.relnamespace = current_schema()::regnamespace`);
  expect(counted.map(({ name }) => name).sort()).toEqual(
    ownServices
      .of(app)
      .models.map(({ name }) => name)
      .sort(),
  );
});
