import { type Bus, changedBus } from '@plumbline/bus';
import { bare, defineModel, f } from '@plumbline/model';
// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';

const Owner = defineModel('tenancy.owner', { endpoint: 'owners', traits: [bare], fields: { name: f.text(50) } });
const Thing = defineModel('circuits.thing', {
  endpoint: 'things',
  traits: [bare],
  fields: { name: f.text(50), owner: f.ref('tenancy.owner') },
  naturalKey: ['owner.name', 'name'],
});

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([
    { app: 'tenancy', models: [Owner] },
    { app: 'circuits', models: [Thing] },
  ]);
});
afterAll(() => plumbline?.stop());

const slugAndCost = async (id: string): Promise<[string, number]> => {
  const { body, cost } = await plumbline.request('GET', `/api/circuits/things/${id}/`);
  return [body.natural_slug.replace(/_....$/, ''), cost.bus];
};

describe('Names in other services', () => {
  it('are asked for once, and again when they are others', async () => {
    const { id: owner } = (await plumbline.request('POST', '/api/tenancy/owners/', { name: 'first' })).body;
    const { id } = (await plumbline.request('POST', '/api/circuits/things/', { name: 'x', owner })).body;
    while ((await slugAndCost(id))[1] > 0);
    expect(await slugAndCost(id)).toEqual(['first_x', 0]);
    for (const name of ['second', 'third', 'fourth']) {
      await plumbline.request('PATCH', `/api/tenancy/owners/${owner}/`, { name });
      expect(await slugAndCost(id)).toEqual([`${name}_x`, 1]);
      expect(await slugAndCost(id)).toEqual([`${name}_x`, 0]);
    }
  });

  it('are all there where one changes while others are asked for', async () => {
    const make = async (name: string) => {
      const { id: owner } = (await plumbline.request('POST', '/api/tenancy/owners/', { name })).body;
      const { id } = (await plumbline.request('POST', '/api/circuits/things/', { name: 'x', owner })).body;
      return { owner, id };
    };
    const known = await make('known');
    while ((await slugAndCost(known.id))[1] > 0);
    const asked = await make('asked');
    await slugAndCost(known.id);
    const { engine } = plumbline.services.get('circuits')!;
    const { bus } = engine;
    engine.bus = changedBus(bus, {
      request: async <T>(...question: Parameters<Bus['request']>): Promise<T> => {
        const reply = await bus.request<T>(...question);
        await plumbline.request('PATCH', `/api/tenancy/owners/${known.owner}/`, { name: 'changed' });
        return reply;
      },
    });
    const { body } = await plumbline.request('GET', `/api/circuits/things/?id=${known.id}&id=${asked.id}&sort=name`);
    engine.bus = bus;
    const slugs = body.results.map(({ natural_slug }: { natural_slug: string }) => natural_slug.replace(/_....$/, ''));
    expect(slugs.sort()).toEqual(['asked_x', 'known_x']);
  });

  it('are never older than what was answered before, while readers read all the time', async () => {
    const { id: owner } = (await plumbline.request('POST', '/api/tenancy/owners/', { name: 'n0' })).body;
    const { id } = (await plumbline.request('POST', '/api/circuits/things/', { name: 'x', owner })).body;
    let reading = true;
    const reader = async (): Promise<void> => {
      while (reading) await slugAndCost(id);
    };
    const readers = [reader(), reader(), reader()];
    for (let round = 1; round <= 30; round++) {
      await plumbline.request('PATCH', `/api/tenancy/owners/${owner}/`, { name: `n${round}` });
      expect((await slugAndCost(id))[0]).toBe(`n${round}_x`);
    }
    reading = false;
    await Promise.all(readers);
  });
});
