import { findProgram } from '@plumbline/program';
import { conformanceSuite, type Fixture } from '@plumbline/testkit';
import type { Form } from './runProgram';
import { type PlumblineWithApp, startPlumbline, type TestedApp } from './startPlumbline';

/**
 * Puts the models of an app, all that have an endpoint, through everything that the contract says of all endpoints: in
 * Plumbline as one process, and with a process for each service where nats-server is at hand.
 */
export function conformanceOfApp(
  app: TestedApp,
  fixtures: Record<string, Fixture>,
  forms: readonly Form[] = ['one', 'split'],
): void {
  for (const form of forms) {
    const isMissing = form === 'split' && findProgram('nats-server') === undefined;
    const name = `the models of ${app.service.app} in the form ${form}`;
    if (isMissing) describe.skip(`${name}: nats-server is not installed`, () => test('is not tested', () => {}));
    else describe(name, () => inForm(form, app, fixtures));
  }
}

function inForm(form: Form, app: TestedApp, fixtures: Record<string, Fixture>): void {
  let plumbline: PlumblineWithApp;
  beforeAll(async () => {
    plumbline = await startPlumbline(form, app);
  }, 300_000);
  afterAll(() => plumbline?.stop(), 300_000);

  test('every model has a fixture', () => {
    const labels = app.service.models.filter(({ endpoint }) => endpoint).map(({ label }) => label);
    const told = Object.values(fixtures).map(({ model }) => model.label);
    expect(told.sort()).toEqual(labels.sort());
  });

  for (const fixture of Object.values(fixtures)) conformanceSuite(fixture, () => plumbline);
}
