import { missingBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { killPart, missingBuild, untilHealthy } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { type JobsWhole, startWithJobs } from './whole';

describeUnless(missingBuild ?? missingBroker, 'a run while parts of the server are killed', () => {
  let whole: JobsWhole;
  beforeAll(async () => {
    whole = await startWithJobs('split');
    for (const name of ['Steady', 'Astray']) await whole.enable(name);
  });
  afterAll(() => whole?.stop());

  const made = async (): Promise<number> =>
    (await whole.client.must(200, 'GET', 'tenancy/tenants/?name__isw=steady&limit=1')).body.count;

  test('goes on with each of its writes, once', async () => {
    const id = await whole.begin('Steady');
    const goesOn = async () => {
      const before = await eventually('it can be asked', 60_000, async () => (await made()) + 1);
      await eventually('more is written', 60_000, async () => (await made()) > before + 3);
    };
    await goesOn();
    for (const part of ['tenancy', 'gateway', 'users']) {
      const before = whole.partPid(part);
      killPart(whole, part);
      await eventually(`${part} runs again`, 60_000, async () => whole.partPid(part) !== before);
      await untilHealthy(whole.url);
      await goesOn();
    }
    await whole.client.must(201, 'POST', 'tenancy/tenants/', { name: 'enough' });
    expect(await whole.ended(id)).toMatchObject({ status: { value: 'SUCCESS' }, result: await made() });
  });

  test('is told at once where an address leads elsewhere', async () => {
    const { status, result } = await whole.ended(await whole.begin('Astray'));
    expect([status.value, result.exc_type]).toEqual(['FAILURE', 'ApiError']);
    expect(result.exc_message[0]).toContain('POST /api/tenancy/tenants was answered with 302');
  });
});
