import type { App, Settings } from '@plumbline/config';
import { contentTypeNames, contentTypes } from '@plumbline/domain';
import type { Model } from '@plumbline/model';
import {
  conformanceSuite,
  type Fixture,
  inThisProcess,
  startTestServices,
  superuser,
  type TestedService,
  type TestServices,
} from '@plumbline/testkit';
import { ownServices } from '../../program/src/start/services';
import { createMigratedDatabase } from '../harness/migratedDatabase';

/** Starts all seven services as they are, perhaps with other settings, and apps beside them. */
export async function startEveryService(
  more: Partial<Settings> = {},
  apps: readonly TestedService[] = [],
): Promise<TestServices> {
  const database = more.databaseUrl ? undefined : await createMigratedDatabase();
  const plumbline = await startTestServices(
    [...ownServices.all, ...apps],
    { superuser, logLevel: 'silent', ...(database && { databaseUrl: database.url }), ...more },
    { contentTypes, contentTypeNames, whole: true },
  );
  const stop = async () => {
    await plumbline.stop();
    await database?.drop();
  };
  return { ...plumbline, stop };
}

/** Puts a service's models, all that have an endpoint, through the conformance suite. */
export const conformance = (fixtures: Record<string, Fixture>, app: App): void =>
  conformanceOf(fixtures, ownServices.of(app).models);

/** Puts models that have an endpoint through the conformance suite, all of them or those to be tried, with apps beside our services. */
export function conformanceOf(
  fixtures: Record<string, Fixture>,
  models: readonly Model[],
  apps: readonly TestedService[] = [],
  isTried: (model: Model) => boolean = () => true,
): void {
  let plumbline: TestServices;
  beforeAll(async () => {
    plumbline = await startEveryService({ maxPageSize: 20_000 }, apps);
  });
  afterAll(() => plumbline?.stop());

  test('every model has a fixture', () => {
    const labels = models.filter((model) => model.endpoint).map(({ label }) => label);
    expect(
      Object.values(fixtures)
        .map(({ model }) => model.label)
        .sort(),
    ).toEqual(labels.sort());
  });

  for (const fixture of Object.values(fixtures).filter(({ model }) => isTried(model)))
    conformanceSuite(fixture, () => inThisProcess(plumbline));
}
