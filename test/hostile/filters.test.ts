import { breathe, isLong, rounds, slowdown } from '../harness/long';
import { sample } from '../harness/sample';
import { ask, hangUp } from './ask';
import { describedApi, furnish } from './furnish';
import { type HostileServer, startHostileServer } from './hostileServer';
import { complaintAbout, gather, notRefused } from './judge';
import { junkTexts } from './junk';

let server: HostileServer;
let ids: Record<string, string | number>;
/** The query parameters of each list, by its path. */
let lists: Map<string, string[]>;

beforeAll(async () => {
  server = await startHostileServer();
  ids = await furnish(server);
  const { paths } = await describedApi(server);
  lists = new Map(
    Object.entries(paths)
      .filter(([path, { get }]) => get && !path.includes('{') && !path.startsWith('/core/'))
      .map(([path, { get }]) => [
        `/api${path}`,
        (get!.parameters ?? []).flatMap(({ name, $ref }) => name ?? $ref!.split('/').at(-1)!),
      ])
      // What answers one object, such as the device that an interface is plugged into, is no list.
      .filter((list): list is [string, string[]] => list[1]!.includes('limit')),
  );
});
afterAll(async () => {
  hangUp();
  await server?.stop();
});

const query = (name: string, ...values: string[]): string =>
  values.map((value) => `${encodeURIComponent(name)}=${encoded(value)}`).join('&');

/** Half characters cannot be encoded; they are sent as the bytes some clients make of them. */
const encoded = (value: string): string => (/[\ud800-\udfff]/.test(value) ? '%ED%A0%80' : encodeURIComponent(value));

/** One text for each parameter, or a third of them in a long run; the parameters together get all. */
const everyTextSomewhere = (parameter: number): string[] =>
  junkTexts.filter((_, index) => (index + parameter) % (isLong ? 3 : junkTexts.length) === 0);

const shown = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

describe('Query parameters with junk in them', () => {
  it('are answered with results or a 400, whatever the parameter and the value', async () => {
    const before = await server.stored();
    const cases = [...lists]
      .flatMap(([path, names], list) => sample(names, 6, list).map((name) => ({ path, name })))
      .flatMap(({ path, name }, index) =>
        everyTextSomewhere(index).map((value) => ({ path: `${path}?${query(name, value)}`, name, value })),
      );
    const complaints = await gather(cases, async ({ path, name, value }) => {
      const answer = await ask(server, 'GET', path);
      const complaint = complaintAbout(answer, `${path.slice(0, 150)}`);
      if (complaint) return complaint;
      const shape = answer.status === 200 || Object.hasOwn(answer.body ?? {}, name);
      const expected = answer.status === 400 ? shape : [200, 404].includes(answer.status);
      return expected ? undefined : `${name}=${value.slice(0, 50)}: ${answer.status} ${answer.text.slice(0, 200)}`;
    });
    expect(complaints).toEqual([]);
    expect(await server.stored()).toEqual(before);
  }, 600_000);

  it('sort by whatever an object shows', async () => {
    const complaints = await gather([...[...lists.keys()].entries()], async ([list, path]) => {
      const { results = [] } = (await ask(server, 'GET', `${path}?limit=1`)).body;
      const sorts = sample(Object.keys(results[0] ?? {}), 3, list).map((name) => `${path}?limit=1&sort=-${name}`);
      return (await gather(sorts, async (sort) => complaintAbout(await ask(server, 'GET', sort), sort), 1))[0];
    });
    expect(complaints).toEqual([]);
  });

  it('with a null character are refused by every filter', async () => {
    const own = new Set(['limit', 'offset', 'sort', 'include', 'depth', 'format']);
    const cases = [...lists].flatMap(([path, names], list) =>
      // Others than those that any junk is tried with.
      sample(names, 6, list + 3)
        .filter((name) => !own.has(name))
        .map((name) => ({ path, name })),
    );
    const complaints = await gather(cases, async ({ path, name }) => {
      const answer = await ask(server, 'GET', `${path}?${query(name, 'a\0')}`);
      return answer.status === 400 && answer.body[name] ? undefined : `${path} ${name}: ${answer.status}`;
    });
    expect(complaints).toEqual([]);
  });

  it('are names like any other where somebody asks who is there', async () => {
    const complaints = await gather(junkTexts, async (text) => {
      const path = `/api/dcim/connected-device/?${query('peer_device', text)}&${query('peer_interface', text)}`;
      const answer = await ask(server, 'GET', path);
      const isAnswer = [400, 404].includes(answer.status) && Object.hasOwn(answer.body ?? {}, 'detail');
      return isAnswer ? undefined : `${shown(text)}: ${answer.status}`;
    });
    expect(complaints).toEqual([]);
  });

  it('may all come at once, several times each', async () => {
    const complaints = await gather([...[...lists].entries()], async ([list, [path, names]]) => {
      const answers: string[] = [];
      for (let start = 0; start < names.length; start += 40) {
        const some = names.slice(start, start + 40).filter((name) => name !== 'format');
        for (const value of sample(['null', '1', 'a'], 3, list + start / 40)) {
          const asked = some.map((name) => query(name, value, `${value}2`)).join('&');
          const complaint = complaintAbout(await ask(server, 'GET', `${path}?${asked}`), `${path}?${asked}`);
          if (complaint) answers.push(complaint);
        }
      }
      return answers.join('\n') || undefined;
    });
    expect(complaints).toEqual([]);
  });

  const inherited = [
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'constructor__n',
    '__proto____isnull',
    '__',
  ];
  it.each(inherited)('named %s are unknown filters', async (name) => {
    const complaints = await gather(sample([...lists.keys()], 3, inherited.indexOf(name)), async (path) => {
      if (path.includes('/ui/') || path.includes('/plugins/')) return undefined;
      if (path.endsWith('/status/') || path.endsWith('/config/')) return undefined;
      const answer = await ask(server, 'GET', `${path}?${query(name, '1')}`);
      const isRefused = answer.status === 400 && Object.hasOwn(answer.body, name);
      return isRefused ? undefined : `${path}: ${answer.status} ${answer.text.slice(0, 100)}`;
    });
    expect(complaints).toEqual([]);
  });

  const shapes = [
    'limit=-1',
    'limit=1e9',
    'limit=99999999999999999999',
    'limit=NaN&offset=NaN',
    'offset=99999999999999999999',
    'offset=9007199254740993',
    'offset=-5',
    'offset=1.5',
    'limit=%00&offset=%00',
    'sort=__proto__,constructor,toString',
    'sort=-constructor',
    'sort=name;DROP%20TABLE%20x',
    'sort=name)--',
    'sort=%00',
    'sort=,,,-,--name',
    `sort=${'name,'.repeat(700)}`,
    'sort=password,key,key_digest,tree_ids,tree_names,custom_fields,parent__name',
    'include=constructor,__proto__',
    'include=%00&include=*',
    `include=${'a,'.repeat(1800)}`,
    'api_version=2.1&api_version=2.1',
    'exclude_m2m=%00',
    '&&&===&=&=1',
    '%ff%fe=1',
    '%',
    '%zz=%zz',
    '?????',
    '#%00',
    'name[]=1&name[a]=2&name[__proto__][x]=1',
    `${'a=1&'.repeat(900)}`,
  ];
  it.each(shapes.map((asked) => [shown(asked), asked]))('such as ?%s make no list stumble', async (_shown, asked) => {
    const complaints = await gather(sample([...lists.keys()], 4, shapes.indexOf(asked)), async (path) =>
      complaintAbout(await ask(server, 'GET', `${path}?${asked}`), path),
    );
    expect(complaints).toEqual([]);
  });

  it.each(['11', '-1', '1.5', 'x', '%00', '1e1', '99999999999999999999', ' '])('refuse depth=%s', async (depth) => {
    const paths = ['/api/ipam/prefixes/', `/api/ipam/prefixes/${ids['ipam/prefixes']}/`];
    const complaints = await gather(paths, async (path) =>
      notRefused(await ask(server, 'GET', `${path}?depth=${encodeURI(decodeURI(depth))}`), path),
    );
    expect(complaints).toEqual([]);
  });

  it('of 4,000 characters work', async () => {
    const names = Array.from({ length: 90 }, (_, index) =>
      query('id', `00000000-0000-4000-8000-0000000${10_000 + index}`),
    );
    const path = `/api/ipam/prefixes/?${names.join('&')}`;
    expect(path.length).toBeGreaterThan(3_500);
    expect((await ask(server, 'GET', path)).body).toMatchObject({ count: 0 });
    const long = `/api/ipam/prefixes/?q=${'x'.repeat(4_000)}`;
    expect((await ask(server, 'GET', long)).body).toMatchObject({ count: 0 });
    const filters = lists.get('/api/ipam/prefixes/')!.filter((name) => /^(?!id|type).*__(n?ic|n?isw)$/.test(name));
    const many = `/api/ipam/prefixes/?${filters.map((name) => query(name, 'x'.repeat(100))).join('&')}`;
    expect((await ask(server, 'GET', many)).body).toMatchObject({ count: expect.any(Number) });
  });

  it('that ask for another object by its URL make none of it', async () => {
    const keys = [
      '%00',
      '..%2f..%2fusers',
      'a;b;c;d',
      '%ed%a0%80',
      '%ff',
      'x'.repeat(4_000),
      '%2500',
      '__proto__',
      '*',
      "'",
    ];
    const paths = [...lists.keys()].flatMap((path, list) => sample(keys, 3, list).map((key) => `${path}${key}/`));
    const complaints = await gather(paths, async (path) => notRefused(await ask(server, 'GET', path), path));
    expect(complaints).toEqual([]);
  });
});

describe('Regular expressions of users', () => {
  const endless = '^(a*)(a*)(a*)(a*)\\1\\2\\3\\4b';

  beforeAll(async () => {
    const body = { name: 'endless', description: `${'a'.repeat(199)}b` };
    await ask(server, 'POST', '/api/ipam/namespaces/', { body });
    await ask(server, 'POST', '/api/tenancy/tenants/', { body });
    const field = { label: 'endless', key: 'endless', type: 'text', content_types: ['ipam.prefix'] };
    await ask(server, 'POST', '/api/extras/custom-fields/', { body: field });
    const custom_fields = { endless: body.description };
    const prefix = { prefix: '10.250.0.0/16', status: 'Active', custom_fields };
    expect((await ask(server, 'POST', '/api/ipam/prefixes/', { body: prefix })).status).toBe(201);
  });

  it('that never end are given up as a 400 in time', async () => {
    const asked = Promise.all(
      ['re', 'nre', 'ire', 'nire'].map((suffix) =>
        ask(
          server,
          'GET',
          `/api/ipam/namespaces/?limit=1&sort=name&description__${suffix}=${encodeURIComponent(endless)}`,
        ),
      ),
    );
    let ended = false;
    void asked.finally(() => {
      ended = true;
    });
    // Meanwhile there are connections for everybody else: for ipam itself, and for those who ask it.
    while (!ended) {
      for (const path of ['/api/ipam/vlans/?limit=1', '/api/tenancy/tenants/?limit=1']) {
        const { status, milliseconds } = await ask(server, 'GET', path);
        expect([path, status, milliseconds > 3_000 * slowdown()]).toEqual([path, 200, false]);
      }
      await breathe();
    }
    const answers = await asked;
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('takes too long') } });
      expect(answer.milliseconds).toBeLessThan(30_000 * slowdown());
    }
  });

  it('that never end hold no object that they are to change', async () => {
    const namespace = (await ask(server, 'GET', '/api/ipam/namespaces/?name=endless')).body.results[0].id;
    const path = `/api/ipam/namespaces/${namespace}/`;
    const slow = `${path}?description__re=${encodeURIComponent(endless)}`;
    let ended = false;
    // More than are searched for at a time.
    const changes = Array.from({ length: rounds(4, 3) }, () => ask(server, 'PATCH', slow, { body: {} }));
    const asked = Promise.all(changes);
    void asked.finally(() => {
      ended = true;
    });
    while (!ended) {
      const { status, milliseconds } = await ask(server, 'PATCH', path, { body: {} });
      expect([status, milliseconds > 2_500 * slowdown()]).toEqual([200, false]);
      await breathe();
    }
    for (const { status, text } of await asked)
      expect([status, text]).toEqual([400, expect.stringContaining('takes too long')]);
  });

  it('are given up in every other place too', async () => {
    const namespace = (await ask(server, 'GET', '/api/ipam/namespaces/?name=endless')).body.results[0].id;
    const filter = `description__re=${encodeURIComponent(endless)}`;
    const complaints = await gather(
      [
        ['GET', `/api/ipam/namespaces/${namespace}/?${filter}`],
        ['PATCH', `/api/ipam/namespaces/endless/?${filter}`, {}],
        ['DELETE', `/api/ipam/namespaces/${namespace}/?${filter}`],
        ['POST', '/api/ipam/vrfs/', { name: 'x', rd: '1:1', namespace: { description__regex: endless } }],
        ['POST', '/api/ipam/vrfs/', { name: 'x', rd: '1:1', tenant: { description__iregex: endless } }],
        ['POST', '/api/ipam/vrfs/', [{ name: 'x', rd: '1:1', tenant: { description__regex: endless } }]],
      ] as const,
      async ([method, path, body]) => {
        const answer = await ask(server, method, path, { body });
        const complaint =
          notRefused(answer, path) ?? (answer.milliseconds > 8_000 * slowdown() ? `${path} is slow` : undefined);
        return complaint ?? (answer.status === 400 ? undefined : `${path}: ${answer.status} ${answer.text}`);
      },
      2,
    );
    expect(complaints).toEqual([]);
  });

  it.each([...['re', 'nre', 'ire', 'nire'].entries()])(
    'on custom fields are given up too, wherever they are asked: %i %s',
    async (turn, suffix) => {
      const parameter = `cf_endless__${suffix}`;
      const group = { name: suffix, content_type: 'ipam.prefix', filter: { [parameter]: [endless] } };
      const { id } = (await ask(server, 'POST', '/api/extras/dynamic-groups/', { body: group })).body;
      const query = `{ prefixes(${parameter}: ${JSON.stringify([endless])}) { prefix } }`;
      const places: [method: string, path: string, body?: object][] = [
        ['GET', `/api/ipam/prefixes/?${parameter}=${encodeURIComponent(endless)}`],
        ['GET', `/api/extras/dynamic-groups/${id}/members/`],
        ['POST', '/api/graphql/', { query }],
      ];
      for (const [method, path, body] of sample(places, places.length, turn)) {
        const answer = await ask(server, method, path, { body });
        expect([path, answer.text]).toEqual([path, expect.stringContaining('takes too long')]);
        expect(answer.milliseconds).toBeLessThan(12_000 * slowdown());
      }
    },
  );

  it('that make no sense or are too large are refused by name', async () => {
    const complaints = await gather(
      ['(', '*', '[', '\\', 'a{2,1}', '(a{1,200}){1,200}{1,200}', 'x'.repeat(1_001)],
      async (pattern) => {
        const path = `/api/ipam/namespaces/?description__re=${encodeURIComponent(pattern)}`;
        const { status, body } = await ask(server, 'GET', path);
        return status === 400 && body.description__re ? undefined : `${pattern.slice(0, 40)}: ${status}`;
      },
    );
    expect(complaints).toEqual([]);
  });
});

describe('What nobody may find out by asking', () => {
  it.each([
    ['password__startswith', 's'],
    ['password__regex', '^scrypt'],
    ['password__isnull', 'False'],
    ['tokens__key_digest__startswith', 'a'],
    ['tokens__key_ending__regex', '.'],
    ['tokens__key_ending__isnull', 'False'],
  ])('%s names no user', async (attribute, value) => {
    const target = { assigned_object_type: 'ipam.prefix', assigned_object_id: ids['ipam/prefixes'], note: 'x' };
    const body = { ...target, user: { username: 'admin', [attribute]: value } };
    const { status } = await ask(server, 'POST', '/api/extras/notes/?dry_run=true', { body });
    const permission = { name: 'x', object_types: ['ipam.vlan'], actions: ['view'], users: [{ [attribute]: value }] };
    const own = await ask(server, 'POST', '/api/users/permissions/?dry_run=true', { body: permission });
    expect([status, own.status]).toEqual([400, 400]);
  });
});
