import type { Subject } from '@plumbline/bus';
// @boundaries-ignore extensions are built on this package
import { primary } from '@plumbline/extensions';
import { errorAnswer } from '@plumbline/http';
import { createLog } from '@plumbline/log';
import { defineModel, f, where } from '@plumbline/model';
// @boundaries-ignore the test kit is built on this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { Place, Status, Tag, Thing } from './sample';

/** Nothing in it is called a name. */
const Slot = defineModel('ipam.slot', {
  endpoint: 'slots',
  traits: [primary],
  fields: { position: f.int() },
  order: ['position'],
  naturalKey: ['position'],
});

const log = createLog({ name: 'test', level: 'silent' });

describe('a service that is asked by those of other versions', () => {
  let services: TestServices;
  beforeAll(async () => {
    services = await startTestServices([
      { app: 'extras', models: [Status, Tag] },
      { app: 'ipam', models: [Place, Thing, Slot] },
    ]);
  });
  afterAll(() => services.stop());

  const ask = (model: string, verb: string, payload: unknown, more: { isUnversioned?: true } = {}) => {
    const subject: Subject = { app: 'ipam', model, verb };
    // What is asked is not as it is written down, so it goes past the bus that compares.
    const bus = Object.getPrototypeOf(services.bus) as typeof services.bus;
    return bus.request(subject, payload, { requestId: 'r-1', deadline: Date.now() + 60_000, ...more });
  };
  const find = (payload: object) => ask('thing', 'find', { criteria: { and: [] }, ...payload });

  it('leaves out what it does not know of a question', async () => {
    expect(await find({ addedLater: true, nested: { alsoLater: 1 } })).toEqual(await find({ nested: {} }));
  });

  it.each([
    ['a criterion', { criteria: where('paint', 'exact', 'red') }, 'paint of ipam.thing'],
    ['one in others', { criteria: { not: { or: [where('paint', 'exact', 'red')] } } }, 'paint of ipam.thing'],
    ['a lookup', { criteria: { path: 'name', lookup: 'sounds_like', value: 'x' } }, 'what it is asked: criteria'],
    ['a kind of criteria', { criteria: { xor: [] } }, 'what it is asked: criteria'],
    ['a column', { values: ['name', 'paint'] }, 'paint of ipam.thing'],
    ['a column whose values are asked for', { distinct: 'paint' }, 'paint of ipam.thing'],
    ['an order', { ordered: 'paint' }, 'paint of ipam.thing'],
  ])('says that it does not know %s', async (_, payload, what) => {
    const error = await find(payload).catch((thrown) => thrown);
    const { status, body } = errorAnswer(error, { log, requestId: 'r-1' });
    expect(status).toBe(503);
    expect(body).toEqual({ detail: expect.stringContaining(`The ipam service, version 0.0.0, does not know ${what}`) });
  });

  it.each([
    ['a verb', 'thing', 'paint', 'the question thing.paint'],
    ['a model', 'gadget', 'find', 'gadget.find'],
    ['a question of the service', 'service', 'paint', 'service.paint'],
  ])('says that it does not know %s', async (_, model, verb, what) => {
    const error = await ask(model, verb, {}).catch((thrown) => thrown);
    const { status, body } = errorAnswer(error, { log, requestId: 'r-1' });
    expect([status, body]).toEqual([
      503,
      { detail: `The ipam service, version 0.0.0, does not know ${what}. Whoever asks is of another version.` },
    ]);
  });

  it('finds nothing by a name that a model has not, where release 0.2.0 asks', async () => {
    const asked = { criteria: where('name', 'in', ['gone']), values: ['name'], limit: 1 };
    expect(await ask('slot', 'find', asked, { isUnversioned: true })).toEqual([]);
    await expect(ask('slot', 'find', asked)).rejects.toMatchObject({ told: expect.stringContaining('name of') });
  });

  it('says of a field that GraphQL asks for that it does not know it', async () => {
    const asked = ask('thing', 'query', { fields: ['paint'], atMost: 1 });
    await expect(asked).rejects.toMatchObject({ name: 'ServiceUnavailable', told: expect.stringContaining('paint') });
  });
});
