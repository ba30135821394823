import { apps, type Settings } from '@plumbline/config';
import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { conformanceSuite, type Fixture, startTestServices, superuser, type TestServices } from '@plumbline/testkit';
import { definitions } from '../../program/src/start/services';
import { createMigratedDatabase } from '../harness/migratedDatabase';

/** Starts all seven services as they are, perhaps with other settings. */
export async function startEveryService(more: Partial<Settings> = {}): Promise<TestServices> {
  const database = more.databaseUrl ? undefined : await createMigratedDatabase();
  const plumbline = await startTestServices(
    apps.map((app) => definitions[app]),
    { superuser, logLevel: 'silent', ...(database && { databaseUrl: database.url }), ...more },
    { contentTypes, contentTypeNames },
  );
  const stop = async () => {
    await plumbline.stop();
    await database?.drop();
  };
  return { ...plumbline, stop };
}

/** Puts a service's models, all that have an endpoint, through the conformance suite. */
export function conformance(fixtures: Record<string, Fixture>, app: keyof typeof definitions): void {
  let plumbline: TestServices;
  beforeAll(async () => {
    plumbline = await startEveryService({ maxPageSize: 20_000 });
  });
  afterAll(() => plumbline?.stop());

  test('every model has a fixture', () => {
    const models = definitions[app].models.filter((model) => model.endpoint).map(({ label }) => label);
    expect(
      Object.values(fixtures)
        .map(({ model }) => model.label)
        .sort(),
    ).toEqual(models.sort());
  });

  for (const fixture of Object.values(fixtures)) conformanceSuite(fixture, () => plumbline);
}
