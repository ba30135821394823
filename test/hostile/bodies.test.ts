import { rounds } from '../harness/long';
import { sample } from '../harness/sample';
import { type Answer, ask, hangUp } from './ask';
import { bodiesMarked, type Description, describedApi, furnish } from './furnish';
import { type HostileServer, startHostileServer } from './hostileServer';
import { complaintAbout, gather, notRefused } from './judge';
import { junkValues } from './junk';

let server: HostileServer;
let api: Description;
let ids: Record<string, string | number>;

beforeAll(async () => {
  server = await startHostileServer();
  ids = await furnish(server);
  api = await describedApi(server);
});
afterAll(async () => {
  hangUp();
  await server?.stop();
});

const endpoints = Object.keys(bodiesMarked(0));

/** The names of the members that a body for the endpoint may have. */
function membersOf(endpoint: string): string[] {
  const text = JSON.stringify(api.paths[`/${endpoint}/`]!.post);
  const [, name] = /schemas\/(\w+Request)"/.exec(text)!;
  return [...Object.keys(api.components.schemas[name!]!.properties!), 'id', 'constructor', 'toString'];
}

/** Those of a list that was refused about which nothing was said. */
const unrefused = <T>({ status, body }: Answer, bodies: T[]): T[] =>
  status === 400 ? bodies.filter((_, index) => Object.keys(body[index] ?? body).length === 0) : [];

/** How many come together of what takes long for each, as the digest of a password is meant to. */
const mostOf = new Map([['password', rounds(8, 4)]]);

const inParts = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, part) => list.slice(part * size, (part + 1) * size));

describe('Bodies of the wrong kind', () => {
  let before: Awaited<ReturnType<HostileServer['stored']>>;
  beforeAll(async () => {
    before = await server.stored();
  });

  it.each(endpoints)('leave %s unimpressed, whatever stands in a field of a new object', async (endpoint) => {
    const path = `/api/${endpoint}/?dry_run=true`;
    const wholes = junkValues.map((_, index) => bodiesMarked(index + 1)[endpoint]!);
    const members = sample(membersOf(endpoint), 8, endpoints.indexOf(endpoint));
    const complaints = await gather(members, async (member) => {
      const send = async (bodies: unknown) => {
        const answer = await ask(server, 'POST', path, { body: bodies });
        const complaint = complaintAbout(answer, `${member}: ${JSON.stringify(bodies).slice(0, 200)}`);
        return { answer, complaint };
      };
      const sendAll = async (all: unknown[]) => {
        const first = await send(all);
        // Once more without those that did not let the others come as far as the database.
        const sound = unrefused(first.answer, all);
        const second = sound.length > 0 ? await send(sound) : undefined;
        // What is refused only beside others, such as a name that two of them have, comes alone.
        const left = second ? unrefused(second.answer, sound) : [];
        const alone = await gather(left, async (body) => (await send(body)).complaint);
        return [first.complaint, second?.complaint, ...alone];
      };
      const every = junkValues.map((value, index) => ({ ...wholes[index], [member]: value }));
      // In the short form a third of what takes long.
      const all = mostOf.has(member) ? sample(every, 3) : every;
      const found: unknown[] = [];
      for (const some of inParts(all, mostOf.get(member) ?? all.length)) found.push(...(await sendAll(some)));
      return found.filter(Boolean).join('\n') || undefined;
    });
    expect(complaints).toEqual([]);
  });

  it.each(endpoints)('leave %s unimpressed, whatever a change brings', async (endpoint) => {
    const path = `/api/${endpoint}/${ids[endpoint]}/?dry_run=true`;
    const cases = membersOf(endpoint).flatMap((member, index) =>
      sample(junkValues, 28, index + endpoints.indexOf(endpoint)).map((value) => ({ member, value })),
    );
    const complaints = await gather(cases, async ({ member, value }) => {
      const answer = await ask(server, 'PATCH', path, { body: { [member]: value } });
      return complaintAbout(answer, `${member}: ${JSON.stringify(value)?.slice(0, 80)}`);
    });
    expect(complaints).toEqual([]);
  });

  const wholes: [string, unknown][] = [
    ['nothing', 'null'],
    ['text', '"x"'],
    ['a number', '1'],
    ['a boolean', 'true'],
    ['lists in lists', '[[]]'],
    ['null in a list', '[null]'],
    ['mixed items', '[1,"a",null,[],{}]'],
    ['an unknown id', '[{"id":"00000000-0000-4000-8000-000000000000","expires":"x"}]'],
    [
      'ids of the wrong kind',
      '[{"id":{},"expires":"x"},{"id":[]},{"id":true},{"id":1e20},{"id":{"toString":null}},{"id":"\\u0000"}]',
    ],
    ['no JSON', '{'],
    ['a comma too much', '[{},]'],
    ['two values', '{} {}'],
    ['NaN', '{"name":NaN}'],
    ['-Infinity', '[-Infinity]'],
    ['1e999', '{"name":1e999}'],
    ['-1e999 deep inside', '{"a":[[{"b":-1e999}]]}'],
    ['comments', '{/**/}'],
    ['single quotes', "{'name':'x'}"],
    ['deep lists', '['.repeat(100_000)],
    ['deep lists, closed', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['deep objects, closed', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['a key into the prototype', '{"__proto__":{"isAdmin":true},"name":"x"}'],
    ['a key into the prototype, escaped', '{"\\u005f_proto__":{"isAdmin":true}}'],
    ['a constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le')],
    ['a byte order mark', Buffer.from('\ufeff{"name":"\u0000"}')],
    ['bytes', Buffer.alloc(1000, 0)],
  ];
  it.each(wholes)('are refused when the whole body is %s', async (what, body) => {
    const everywhere = endpoints.flatMap((endpoint) => [
      ['POST', `/api/${endpoint}/`],
      ['PUT', `/api/${endpoint}/`],
      ['PATCH', `/api/${endpoint}/`],
      ['DELETE', `/api/${endpoint}/`],
      ['PUT', `/api/${endpoint}/${ids[endpoint]}/`],
    ]);
    const paths = ['available-ips', 'available-prefixes', 'notes'];
    for (const action of paths) everywhere.push(['POST', `/api/ipam/prefixes/${ids['ipam/prefixes']}/${action}/`]);
    const turn = wholes.findIndex(([name]) => name === what);
    const cases = sample(everywhere, 4, turn);
    const complaints = await gather(cases, async ([method, path]) => {
      const answer = await ask(server, method!, path!, { body });
      const gone = method === 'DELETE' && answer.status === 204;
      return gone ? undefined : notRefused(answer, `${method} ${path}`);
    });
    expect(complaints).toEqual([]);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  it('have changed nothing', async () => expect(await server.stored()).toEqual(before));
});
