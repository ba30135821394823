// Takes the figures of docs/performance.md that no comparison with a floor shows, on a running Plumbline with any data:
//
//   node test/speed/figures.mjs --token TOKEN [--base http://127.0.0.1:8080] [--beside http://127.0.0.1:8090]
//
// What it makes it makes in a namespace of its own, and removes it. With --beside the reads are timed on both servers
// in turn, and told as multiples of the first; both must know the token. Numbers are milliseconds.
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    base: { type: 'string', default: 'http://127.0.0.1:8080' },
    beside: { type: 'string' },
    token: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help || !options.token) {
  console.log('node test/speed/figures.mjs --token TOKEN [--base URL] [--beside URL]');
  process.exit(options.help ? 0 : 2);
}

/** Sends one request; throws when it is refused. */
async function ask(method, path, body, base = options.base) {
  const started = performance.now();
  const answer = await fetch(base + path, {
    method,
    headers: { authorization: `Token ${options.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const milliseconds = performance.now() - started;
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  return { milliseconds, body: text === '' ? undefined : JSON.parse(text) };
}
const get = (path, base) => ask('GET', path, undefined, base);
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
const say = (what, figure, note = '') => console.log(`${what.padEnd(58)} ${String(figure).padStart(9)}  ${note}`);
const ms = (number) => number.toFixed(1);

/** The median time of a read, in rounds that alternate between the things compared. */
async function compare(reads, rounds = 15) {
  const times = reads.map(() => []);
  for (let round = -2; round < rounds; round++)
    for (const [index, read] of reads.entries()) {
      const { milliseconds } = await read(round);
      if (round >= 0) times[index].push(milliseconds);
    }
  return times.map(median);
}

async function filters() {
  const { body } = await get('/api/ipam/ip-addresses/?limit=50&depth=1');
  const prefixes = (await get('/api/ipam/prefixes/?limit=50&depth=1&type=network')).body.results;
  const sample = body.results;
  const first = (pick) => sample.map(pick).find((value) => value);
  const location = prefixes.map((prefix) => prefix.location?.name).find(Boolean);
  const queries = Object.entries({
    'plain page of 50 addresses': '/api/ipam/ip-addresses/?limit=50',
    'filtered by status': `/api/ipam/ip-addresses/?limit=50&status=${first((one) => one.status?.name)}`,
    'filtered by tag':
      first((one) => one.tags?.[0]) &&
      `/api/ipam/ip-addresses/?limit=50&tags=${encodeURIComponent(first((one) => one.tags?.[0]?.name))}`,
    'filtered by tenant':
      first((one) => one.tenant) &&
      `/api/ipam/ip-addresses/?limit=50&tenant=${encodeURIComponent(first((one) => one.tenant?.name))}`,
    'filtered by prefix': prefixes[0] && `/api/ipam/ip-addresses/?limit=50&prefix=${prefixes[0].prefix}`,
    'plain page of 50 prefixes': '/api/ipam/prefixes/?limit=50',
    'prefixes filtered by a tree of locations':
      location && `/api/ipam/prefixes/?limit=50&location=${encodeURIComponent(location)}`,
    'prefixes within another': prefixes[0] && `/api/ipam/prefixes/?limit=50&within_include=${prefixes[0].prefix}`,
  }).filter(([, path]) => path);
  const times = await compare(
    queries.map(
      ([, path]) =>
        () =>
          get(path),
    ),
  );
  const plain = {
    addresses: times[0],
    prefixes: times[queries.findIndex(([name]) => name === 'plain page of 50 prefixes')],
  };
  for (const [index, [name, path]] of queries.entries()) {
    const base = path.includes('/prefixes/') ? plain.prefixes : plain.addresses;
    say(
      name,
      ms(times[index]),
      name.startsWith('plain') ? '' : `${(times[index] / base).toFixed(1)} times the plain page`,
    );
  }
}

async function bulkAndAllocation() {
  const namespace = (await ask('POST', '/api/ipam/namespaces/', { name: `figures ${Date.now()}` })).body;
  const inside = { namespace: namespace.id, status: 'Active' };
  const prefix = async (cidr, type = 'network') =>
    (await ask('POST', '/api/ipam/prefixes/', { prefix: cidr, type, ...inside })).body;
  const [wide, full] = [await prefix('10.0.0.0/8', 'container'), await prefix('172.16.0.0/20')];
  const addresses = Array.from({ length: 4094 }, (_, n) => ({
    address: `172.16.${(n + 1) >> 8}.${(n + 1) & 255}/20`,
    ...inside,
  }));
  const made = [];
  const steps = { POST: [], PATCH: [], DELETE: [] };
  for (let from = 0; from < addresses.length; from += 1000) {
    const { milliseconds, body } = await ask('POST', '/api/ipam/ip-addresses/', addresses.slice(from, from + 1000));
    if (body.length === 1000) steps.POST.push(milliseconds);
    made.push(...body.map(({ id }) => id));
  }
  const [ofFull, ofWide] = await compare([
    () => get(`/api/ipam/prefixes/${full.id}/available-ips/`),
    () => get(`/api/ipam/prefixes/${wide.id}/available-ips/`),
  ]);
  say('available addresses of a full /20', ms(ofFull), 'goal: 50');
  say('available addresses of an empty /8', ms(ofWide), 'goal: 50');
  for (let from = 0; from + 1000 <= made.length; from += 1000) {
    const some = made.slice(from, from + 1000);
    steps.PATCH.push(
      (
        await ask(
          'PATCH',
          '/api/ipam/ip-addresses/',
          some.map((id) => ({ id, description: `d${from}` })),
        )
      ).milliseconds,
    );
  }
  for (let from = 0; from < made.length; from += 1000) {
    const some = made.slice(from, from + 1000);
    const { milliseconds } = await ask(
      'DELETE',
      '/api/ipam/ip-addresses/',
      some.map((id) => ({ id })),
    );
    if (some.length === 1000) steps.DELETE.push(milliseconds);
  }
  for (const [verb, times] of Object.entries(steps))
    say(`${verb} of 1,000 addresses in one request`, ms(median(times)), 'goal: 2000');
  for (const { id } of [full, wide]) await ask('DELETE', `/api/ipam/prefixes/${id}/`);
  await ask('DELETE', `/api/ipam/namespaces/${namespace.id}/`);
}

async function formsBeside() {
  const [ids, besides] = await Promise.all(
    [options.base, options.beside].map(async (base) =>
      (await get('/api/ipam/ip-addresses/?limit=100', base)).body.results.map(({ id, address }) => ({ id, address })),
    ),
  );
  const reads = {
    'address by id': (objects, round) => `/api/ipam/ip-addresses/${objects[(round + 2) % objects.length].id}/`,
    'address by value': (objects, round) =>
      `/api/ipam/ip-addresses/?address=${encodeURIComponent(objects[(round + 2) % objects.length].address)}`,
    'page of 50 addresses': () => '/api/ipam/ip-addresses/?limit=50',
    'page of 50 addresses, depth 1': () => '/api/ipam/ip-addresses/?limit=50&depth=1',
    'page of 1,000 addresses': () => '/api/ipam/ip-addresses/?limit=1000',
  };
  for (const [name, path] of Object.entries(reads)) {
    const [here, there] = await compare(
      [(round) => get(path(ids, round)), (round) => get(path(besides, round), options.beside)],
      60,
    );
    say(name, `${(there / here).toFixed(2)} x`, `${ms(there)} beside ${ms(here)}`);
  }
}

console.log(`On ${options.base}, medians in milliseconds:`);
await filters();
await bulkAndAllocation();
if (options.beside) {
  console.log(`\n${options.beside} as multiples of ${options.base}, one client:`);
  await formsBeside();
}
