import { apps, type Settings } from '@plumbline/config';
import { contentTypes } from '@plumbline/contracts';
import { conformanceSuite, type Fixture, type Realm, startRealm, superuser } from '@plumbline/testkit';
import { definitions } from '../../program/src/start/services';

/** Starts all seven services as they are, perhaps with other settings. */
export const startEveryService = (more: Partial<Settings> = {}): Promise<Realm> =>
  startRealm(
    apps.map((app) => definitions[app]),
    { superuser, logLevel: 'silent', ...more },
    contentTypes,
  );

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
