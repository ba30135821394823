import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { isLong, rounds } from '../harness/long';
import { ask, hangUp } from './ask';
import { furnish } from './furnish';
import { type HostileServer, startHostileServer } from './hostileServer';

let server: HostileServer;

beforeAll(async () => {
  server = await startHostileServer();
  await furnish(server);
});
afterAll(async () => {
  hangUp();
  await server?.stop();
});

const numRuns = rounds(300, 8);
const runs = { numRuns, endOnFailure: !isLong };

/** Text as it is kept: no null, no half characters, nothing white at its ends. */
const kept = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'binary', maxLength }),
      fc.string({ unit: 'grapheme', maxLength: Math.floor(maxLength / 8) }),
      fc.stringMatching(/^[a-z ,;"'\r\n\t=+@%_\\-]{0,40}$/),
      fc.constantFrom('NULL', 'NoObject', '"', '""', ',', '\r\n', '=1+1', '{}', '[1]', 'true', '1e5', '\ufeffx', "'"),
    )
    .map((text) => [...text.replaceAll('\0', '').trim()].slice(0, maxLength).join('').trim());
const named = (maxLength: number) => kept(maxLength).filter((text) => text !== '');

describe('A table', () => {
  const bodyOfTable = { 'content-type': 'text/csv' };
  const table = { accept: 'text/csv' };

  it('of locations read back makes the same locations again', async () => {
    const type = (await ask(server, 'GET', '/api/dcim/location-types/?name=type%200')).body.results[0].id;
    const location = fc.record({
      name: named(100).filter((name) => !['NULL', 'NoObject'].includes(name)),
      description: kept(60).filter((text) => !['NULL', 'NoObject'].includes(text)),
      comments: kept(60).filter((text) => !['NULL', 'NoObject'].includes(text)),
      physical_address: kept(60).filter((text) => !['NULL', 'NoObject'].includes(text)),
      asn: fc.option(fc.integer({ min: 1, max: 4_294_967_295 })),
      latitude: fc.option(fc.integer({ min: -90_000_000, max: 90_000_000 }).map((n) => (n / 1_000_000).toFixed(6))),
      time_zone: fc.option(fc.constantFrom('Europe/Rome', 'UTC')),
    });
    const different = fc.uniqueArray(location, { minLength: 1, maxLength: 4, selector: ({ name }) => name });
    await fc.assert(
      fc.asyncProperty(different, async (locations) => {
        const bodies = locations.map((body) => ({ ...body, location_type: type, status: 'Active' }));
        const made = await ask(server, 'POST', '/api/dcim/locations/', { body: bodies });
        expect([made.status, made.text.slice(0, 300)]).toEqual([201, expect.any(String)]);
        const ids: string[] = made.body.map(({ id }: { id: string }) => id);
        const asked = `/api/dcim/locations/?${ids.map((id) => `id=${id}`).join('&')}`;
        const before = await ask(server, 'GET', asked);
        const exported = await ask(server, 'GET', asked, { headers: table });
        const gone = await ask(server, 'DELETE', '/api/dcim/locations/', { body: ids.map((id) => ({ id })) });
        expect(gone.status).toBe(204);
        const read = await ask(server, 'POST', '/api/dcim/locations/', { body: exported.text, headers: bodyOfTable });
        expect([read.status, read.text.slice(0, 500)]).toEqual([201, expect.any(String)]);
        const after = await ask(server, 'GET', asked);
        expect(after.body.results.map(withoutTimes)).toEqual(before.body.results.map(withoutTimes));
        await ask(server, 'DELETE', '/api/dcim/locations/', { body: ids.map((id) => ({ id })) });
      }),
      runs,
    );
  }, 600_000);

  it('read back over what is there changes nothing but the time', async () => {
    const bodies = { name: 'table', description: 'a,"b"\r\nc', content_types: ['ipam.prefix'] };
    await ask(server, 'POST', '/api/extras/roles/', { body: bodies });
    for (const path of [
      '/api/extras/roles/',
      '/api/extras/statuses/',
      '/api/tenancy/tenants/',
      '/api/ipam/vlans/',
      '/api/ipam/prefixes/',
    ]) {
      const before = (await ask(server, 'GET', `${path}?limit=0`)).body.results.map(withoutTimes);
      const { text } = await ask(server, 'GET', path, { headers: table });
      const written = await ask(server, 'PATCH', path, { body: text, headers: bodyOfTable });
      expect([path, written.status]).toEqual([path, 200]);
      expect((await ask(server, 'GET', `${path}?limit=0`)).body.results.map(withoutTimes)).toEqual(before);
    }
  });

  it('of any text at all is read or refused', async () => {
    const header = fc.constantFrom(
      'name',
      'id',
      'description',
      'content_types',
      'color',
      '',
      '"',
      'parent__name',
      'cf_x',
      '__proto__',
      'constructor',
      'name__',
      '__',
      'tags__name',
      'name,name',
    );
    const cell = fc.oneof(
      kept(20),
      fc.constantFrom('\0', '\ud800', '"', '"a', 'a"b', '"a"b', 'NULL', 'NoObject', '\r', '=cmd()'),
    );
    const lines = fc.tuple(
      fc.array(header, { maxLength: 6 }),
      fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 4 }),
    );
    const endpoint = fc.constantFrom(
      'extras/tags',
      'dcim/locations',
      'ipam/prefixes',
      'users/users',
      'users/tokens',
      'users/groups',
    );
    const text = fc.oneof(
      lines.map(([first, rest]) => [first, ...rest].map((cells) => cells.join(',')).join('\r\n')),
      fc.string({ unit: 'binary', maxLength: 300 }),
    );
    await fc.assert(
      fc.asyncProperty(
        endpoint,
        fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'),
        text,
        async (path, method, body) => {
          const answer = await ask(server, method, `/api/${path}/?dry_run=true`, {
            body: Buffer.from(body),
            headers: bodyOfTable,
          });
          expect([path, method, answer.status < 500, answer.text.slice(0, 200)]).toEqual([
            path,
            method,
            true,
            expect.any(String),
          ]);
        },
      ),
      { ...runs, numRuns: numRuns * 8 },
    );
  }, 600_000);
});

function withoutTimes({ last_updated, created, ...rest }: Record<string, unknown>) {
  return rest;
}

describe('Text', () => {
  it('comes back as it was sent, however it is composed', async () => {
    const composed = [
      'é',
      'e\u0301',
      'ﬁ',
      'fi',
      'Å',
      '\u212b',
      'ß',
      'ẞ',
      'İ',
      'i̇',
      '\uac00',
      '\u1100\u1161',
      '𝒳',
      '👩‍👩‍👧',
      '\u202eabc',
    ];
    for (const name of composed) {
      const { status, body } = await ask(server, 'POST', '/api/extras/tags/', {
        body: { name, content_types: ['ipam.prefix'] },
      });
      expect([status, body.name]).toEqual([201, name]);
      const found = await ask(server, 'GET', `/api/extras/tags/?name=${encodeURIComponent(name)}`);
      expect(found.body.results.map((tag: { name: string }) => tag.name)).toEqual([name]);
      const named = { prefix: '172.16.0.0/12', status: 'Active', tags: [{ name }] };
      const tagged = await ask(server, 'POST', '/api/ipam/prefixes/?dry_run=true', { body: named });
      expect([tagged.status, tagged.body.tags?.[0]?.id]).toEqual([201, body.id]);
    }
  });

  it('of any kind comes back, is found and names its object', async () => {
    await fc.assert(
      fc.asyncProperty(named(100), async (name) => {
        const made = await ask(server, 'POST', '/api/tenancy/tenants/', { body: { name } });
        expect([made.status, made.body.name]).toEqual([201, name]);
        const asked = `/api/tenancy/tenants/?name=${encodeURIComponent(name)}`;
        const contains = `/api/tenancy/tenants/?name__ic=${encodeURIComponent(name)}`;
        const found = await ask(server, 'GET', name === 'null' ? contains : asked);
        expect(found.body.results.map(({ id }: { id: string }) => id)).toContain(made.body.id);
        const vrf = { name: 'x', rd: null, tenant: { name } };
        const named = await ask(server, 'POST', '/api/ipam/vrfs/?dry_run=true', { body: vrf });
        expect([named.status, named.body.tenant?.id]).toEqual([201, made.body.id]);
        expect((await ask(server, 'DELETE', made.body.url.replace(server.url, ''))).status).toBe(204);
      }),
      { ...runs, numRuns: numRuns * 2 },
    );
  });
});

describe('Pages read while others write', () => {
  const make = (name: string) =>
    ask(server, 'POST', '/api/extras/tags/', { body: { name, content_types: ['ipam.prefix'] } });
  const remove = (id: string) => ask(server, 'DELETE', `/api/extras/tags/${id}/`);

  /** Reads page after page by their links; the names in the order read. */
  async function readAll(path: string, between: () => Promise<unknown>): Promise<string[]> {
    const names: string[] = [];
    for (let next: string | null = path; next; await between()) {
      const { status, body } = await ask(server, 'GET', next.replace(server.url, ''));
      expect(status).toBe(200);
      names.push(...body.results.map(({ name }: { name: string }) => name));
      next = body.next;
    }
    return names;
  }

  // Offsets count what stands before a page, so only what changes behind it cannot move it.
  it('never repeat or skip an object while the list changes behind them', async () => {
    const lasting = Array.from({ length: 60 }, (_, index) => `m${String(index).padStart(3, '0')}`);
    for (const name of lasting) await make(name);
    let made = 0;
    const behind = async () => {
      const { body } = await make(`z${++made}`);
      if (made % 3 === 0) await remove(body.id);
    };
    for (const sort of ['name', 'created', 'last_updated', 'nonsense']) {
      const names = await readAll(`/api/extras/tags/?limit=7&sort=${sort}`, behind);
      const read = names.filter((name) => lasting.includes(name));
      expect({ [sort]: read.sort().join() }).toEqual({ [sort]: lasting.join() });
    }
  });

  it('hold every object exactly once when all look the same to the order', async () => {
    const body = Array.from({ length: 90 }, (_, index) => ({
      name: `same ${index}`,
      content_types: ['ipam.prefix'],
      color: 'abcdef',
    }));
    expect((await ask(server, 'POST', '/api/extras/tags/', { body })).status).toBe(201);
    const names = await readAll('/api/extras/tags/?color=abcdef&limit=7&sort=color', async () => undefined);
    expect(names.length).toBe(90);
    expect(new Set(names).size).toBe(90);
  });

  it('are each a true picture of one moment', async () => {
    let stop = false;
    const churn = (async () => {
      for (let round = 0; !stop; round++) {
        const { body } = await make(`churn ${round}`);
        await remove(body.id);
        await pause(2);
      }
    })();
    for (let page = 0; page < rounds(300, 30); page++) {
      const { body } = await ask(server, 'GET', '/api/extras/tags/?name__isw=churn&limit=1000');
      expect(body.results.length).toBeLessThanOrEqual(1);
      expect(Math.abs(body.count - body.results.length)).toBeLessThanOrEqual(1);
      const all = await ask(server, 'GET', `/api/extras/tags/?limit=20&offset=${page % 40}`);
      const ids = all.body.results.map(({ id }: { id: string }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
    stop = true;
    await churn;
  });
});
