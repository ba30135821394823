import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { sql } from '@plumbline/store';
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { tenancyService } from '../src';

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([tenancyService], {}, { contentTypes, contentTypeNames });
});
afterAll(() => plumbline?.stop());

describe('A table that was just filled', () => {
  it('is known to PostgreSQL in a moment', async () => {
    const { database } = plumbline.services.get('tenancy')!.engine;
    await database.run(sql.unsafe`
      INSERT INTO tenant (id, name, description, comments, tags, custom_fields)
      SELECT gen_random_uuid(), 'many ' || n, '', '', '{}', '{}' FROM generate_series(1, 5000) n`);
    const known = async (): Promise<number> => {
      const row = await database.first<{ n: number }>(
        sql.unsafe`SELECT count(*) AS n FROM pg_stats WHERE tablename = 'tenant' AND schemaname = current_schema()`,
      );
      return Number(row!.n);
    };
    for (const end = Date.now() + 60_000; (await known()) === 0; ) {
      if (Date.now() > end) throw new Error('nobody looked at the table');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await known()).toBeGreaterThan(5);
  });
});
