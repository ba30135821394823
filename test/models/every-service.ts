import { apps, type Settings } from '@plumbline/config';
import { contentTypes } from '@plumbline/contracts';
import { conformanceSuite, type Fixture, type Realm, startRealm, superuser } from '@plumbline/testkit';
import { definitions } from '../../program/src/start/services';
import { createMigratedDatabase } from '../harness/migrated-database';

/** Starts all seven services as they are, perhaps with other settings. */
export async function startEveryService(more: Partial<Settings> = {}): Promise<Realm> {
  const database = more.databaseUrl ? undefined : await createMigratedDatabase();
  const realm = await startRealm(
    apps.map((app) => definitions[app]),
    { superuser, logLevel: 'silent', ...(database && { databaseUrl: database.url }), ...more },
    contentTypes,
  );
  const stop = async () => {
    await realm.stop();
    await database?.drop();
  };
  return { ...realm, stop };
}

/** Puts a service's models, all that have an endpoint, through the conformance suite. */
export function conformance(fixtures: Record<string, Fixture>, app: keyof typeof definitions): void {
  let realm: Realm;
  beforeAll(async () => {
    realm = await startEveryService({ maxPageSize: 20_000 });
  });
  afterAll(() => realm?.stop());

  test('every model has a fixture', () => {
    const models = definitions[app].models.filter((model) => model.endpoint).map(({ label }) => label);
    expect(
      Object.values(fixtures)
        .map(({ model }) => model.label)
        .sort(),
    ).toEqual(models.sort());
  });

  for (const fixture of Object.values(fixtures)) conformanceSuite(fixture, () => realm);
}
