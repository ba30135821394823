import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';
import { Lab } from '../network/lab';
import { ask } from './ask';

let plumbline: TestServices;
const lab = new Lab(() => plumbline);
const count = 12;

/** Statements in all services, and questions between them. */
interface Cost {
  statements: number;
  questions: number;
}

/** What the request at work has cost: services also do things of their own accord, which nobody asked for. */
const costs = new AsyncLocalStorage<Cost>();
let latest: Cost;
function begin(): void {
  latest = { statements: 0, questions: 0 };
  costs.enterWith(latest);
}

/** Counts the calls of functions of an object, which go on working. */
function countCalls<T extends object>(of: T, names: (keyof T)[], counter: keyof Cost): void {
  for (const name of names) {
    const original = (of[name] as (...given: unknown[]) => unknown).bind(of);
    of[name] = ((...given: unknown[]) => {
      const cost = costs.getStore();
      if (cost) cost[counter]++;
      return original(...given);
    }) as T[typeof name];
  }
}

/**
 * What a query costs: the least of a few times, since what services remember of each other is forgotten now and then.
 */
async function costOf(query: string): Promise<Cost> {
  const least = { statements: Number.POSITIVE_INFINITY, questions: Number.POSITIVE_INFINITY };
  for (let time = 0; time < 6; time++) {
    await ask(plumbline, query);
    least.statements = Math.min(least.statements, latest.statements);
    least.questions = Math.min(least.questions, latest.questions);
  }
  return least;
}

beforeAll(async () => {
  plumbline = await startEveryService();
  await lab.open();
  await lab.make('extras/tags', { name: 'red', content_types: ['dcim.device'] });
  await lab.make('ipam/prefixes', { prefix: '10.0.0.0/8', status: 'Active' });
  await lab.make('extras/relationships', {
    label: 'Rings',
    key: 'rings',
    type: 'many-to-many',
    source_type: 'dcim.device',
    destination_type: 'ipam.prefix',
  });
  for (let index = 0; index < count; index++) {
    const device = await lab.device(`device ${String(index).padStart(2, '0')}`);
    await lab.send('PATCH', `dcim/devices/${device.id}/`, {
      tags: [{ name: 'red' }],
      relationships: { rings: { destination: { objects: [{ prefix: '10.0.0.0/8' }] } } },
    });
    const [near, far] = [await lab.interface(device), await lab.interface(device)];
    await lab.plug(near, far);
    const address = `10.0.0.${index + 1}/24`;
    const made = await lab.make('ipam/ip-addresses', { address, status: 'Active', namespace: { name: 'Global' } });
    await lab.make('ipam/ip-address-to-interface', { ip_address: made.id, interface: near.id });
  }
  for (const { engine } of plumbline.services.values())
    for (const queryable of new Set([engine.database, engine.answers]))
      countCalls(queryable, ['rows', 'quick', 'first', 'run', 'transaction'], 'statements');
  countCalls(plumbline.bus, ['request'], 'questions');
  subscribe('http.server.request.start', begin);
});
afterAll(() => {
  unsubscribe('http.server.request.start', begin);
  return plumbline?.stop();
});

test('what an answer costs depends on what is asked, not on how many objects there are', async () => {
  const fields = `name display status { name } role { name } location { name parent { name } } tags { name } config_context
    rel_rings { prefix namespace { name } } device_type { model manufacturer { name } }
    interfaces(limit: 5) { name type status { name } cable { id } connected_interface { name device { name } } cable_peer { ... on InterfaceType { name } }
      ip_addresses { address parent { prefix } } }`;
  const few = await costOf(`{ devices(limit: 1) { ${fields} } }`);
  const many = await costOf(`{ devices(limit: ${count}) { ${fields} } }`);
  expect(few.statements).toBeGreaterThan(0);
  expect(many).toEqual(few);
});

test('a relation costs one question, and only for what the other service alone knows', async () => {
  const plain = await costOf('{ devices { name } }');
  expect((await costOf('{ devices { name location { id } status { id } } }')).questions).toBe(plain.questions);
  expect((await costOf('{ devices { name location { name } } }')).questions).toBe(plain.questions + 1);
  expect((await costOf('{ devices { name location { name location_type { name } } } }')).questions).toBe(
    plain.questions + 2,
  );
  // Statuses are extras' own, where queries are answered.
  expect((await costOf('{ devices { name status { name } } }')).questions).toBe(plain.questions);
});

const groups = 'dynamic_groups { name }';
const group = (name: string, filter: object) =>
  lab.make('extras/dynamic-groups', { name, content_type: 'dcim.device', filter });

test('the groups of objects cost a question, at however many places they are asked for', async () => {
  for (const name of ['device 0', 'device 1']) await group(name, { name__isw: name });
  const plain = await costOf('{ devices { name } }');
  const once = await costOf(`{ devices { name ${groups} } }`);
  expect(once.questions).toBe(plain.questions + 1);
  expect(await costOf(`{ devices(limit: 1) { name ${groups} } }`)).toEqual(once);
  expect((await costOf(`{ devices { name ${groups} again: ${groups} } more: devices { ${groups} } }`)).questions).toBe(
    once.questions + plain.questions,
  );
});

describe('with many groups', () => {
  interface Held {
    id: string;
    dynamic_groups: { id: string }[];
  }

  const many = 40;
  const hall = (name: string) => lab.make('dcim/locations', { name, location_type: 'Lab', status: 'Active' });
  /** Filters on what a device has itself, what lies beside it, and what another service has. */
  const filters = async (number: number): Promise<Record<string, unknown>> => {
    const site = await hall(`hall ${number}`);
    const tenant = await lab.make('tenancy/tenants', { name: `tenant ${number}` });
    const name = `device ${String(number).padStart(2, '0')}`;
    const device = (await lab.send('GET', `dcim/devices/?name=${name}`)).body.results[0];
    if (device) await lab.send('PATCH', `dcim/devices/${device.id}/`, { location: site.id, tenant: tenant.id });
    return {
      own: { name: [name] },
      beside: { location: [site.id] },
      abroad: { tenant: [tenant.name] },
      pattern: { name__re: [`^${name}$`] },
    };
  };
  /** How many groups of each kind there are by now. */
  let made = 0;
  const makeGroups = async (upTo: number) => {
    for (; made < upTo; made++)
      for (const [kind, filter] of Object.entries(await filters(made)))
        await group(`${kind} ${made}`, filter as object);
  };

  test('groups cost the same however many there are, whatever their filters are about', async () => {
    await makeGroups(1);
    const query = `{ devices { name ${groups} } }`;
    const few = await costOf(query);
    await makeGroups(many);
    const { statements, questions } = await costOf(query);
    expect(questions).toBeLessThanOrEqual(few.questions + 3);
    // A statement, and one for patterns, for each fifty filters; locations that they name are looked up together.
    expect(statements).toBeLessThanOrEqual(few.statements + 12);
  });

  test('each lists those members that its list has, and one whose filter has lost its meaning nobody', async () => {
    await makeGroups(count);
    const site = await hall('for a moment');
    const lost = await group('lost', { location: [site.id] });
    await lab.send('DELETE', `dcim/locations/${site.id}/`);
    const { devices } = await ask(plumbline, '{ devices { id dynamic_groups { id } } }');
    const all = (await lab.send('GET', 'extras/dynamic-groups/?limit=0')).body.results as { id: string }[];
    expect(all.map(({ id }) => id)).toContain(lost.id);
    for (const { id } of all) {
      const listed = (await lab.send('GET', `extras/dynamic-groups/${id}/members/?limit=0`)).body.results;
      const found = devices.filter((device: Held) => device.dynamic_groups.some((one) => one.id === id));
      expect([id, found.map((device: Held) => device.id)]).toEqual([id, listed.map((device: Held) => device.id)]);
    }
  });
});
