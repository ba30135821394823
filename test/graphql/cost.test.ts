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

test('the groups of objects cost a question for each filter, at however many places they are asked for', async () => {
  for (const name of ['device 0', 'device 1'])
    await lab.make('extras/dynamic-groups', { name, content_type: 'dcim.device', filter: { name__isw: name } });
  const plain = await costOf('{ devices { name } }');
  const groups = 'dynamic_groups { name }';
  const once = await costOf(`{ devices { name ${groups} } }`);
  expect(once.questions).toBe(plain.questions + 2);
  expect(await costOf(`{ devices(limit: 1) { name ${groups} } }`)).toEqual(once);
  expect((await costOf(`{ devices { name ${groups} again: ${groups} } more: devices { ${groups} } }`)).questions).toBe(
    once.questions + plain.questions,
  );
});
