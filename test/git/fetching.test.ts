import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchRepository } from '../../services/extras/src/git/fetchRepository';
import type { FetchOrder } from '../../services/extras/src/git/messages';
import { type GitServer, startGitServer } from './gitServer';

const here = ['127.0.0.0/8', '::1', 'localhost'];
const contents = ['extras.configcontext', 'extras.configcontextschema', 'extras.exporttemplate', 'extras.job'];
const fetch = (url: string, more: Partial<FetchOrder> = {}) =>
  fetchRepository({ url, branch: 'main', allowed: here, contents, ...more });

let server: GitServer;
const others: Server[] = [];
beforeAll(async () => {
  server = await startGitServer();
});
afterAll(() => {
  server.stop();
  for (const other of others) other.close();
});

async function listen(listener: RequestListener): Promise<string> {
  const other = createServer(listener).listen(0, '127.0.0.1');
  others.push(other);
  await new Promise((resolve) => other.once('listening', resolve));
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}/x.git`;
}

/** Runs something that has to be over long before anything would be given up. */
async function soon<T>(task: () => Promise<T>): Promise<T> {
  const begun = Date.now();
  try {
    return await task();
  } finally {
    expect(Date.now() - begun).toBeLessThan(20_000);
  }
}

describe('What a repository provides', () => {
  it('is read from the folders where each has its place', async () => {
    const head = server.commit('whole', {
      'README.md': 'not read',
      'config_contexts/base.json': '{"_metadata": {"name": "base"}, "ntp": ["10.0.0.1"]}',
      'config_contexts/more.yaml': 'ntp: &n [a, b]\nagain: *n\nsince: 2024-01-01\nactive: yes\n',
      'config_contexts/notes.txt': 'not read',
      'config_contexts/devices/sw1.yml': 'ntp: [c]',
      'config_contexts/virtual_machines/vm1.json': '{"ntp": ["d"]}',
      'config_context_schemas/clocks.json': '{"_metadata": {"name": "clocks"}}',
      'export_templates/dcim/device/list.csv': '{{ queryset }}',
      'export_templates/README.md': 'not read',
      'jobs/__init__.js': 'exports.a = 1;',
      'jobs/deep/er/second.ts': 'export const b = 1;',
      'jobs/notes.txt': 'not read',
    });
    expect(await fetch(server.url('whole'))).toEqual({
      head,
      contexts: [
        { path: 'config_contexts/base.json', value: { _metadata: { name: 'base' }, ntp: ['10.0.0.1'] } },
        {
          path: 'config_contexts/more.yaml',
          value: { ntp: ['a', 'b'], again: ['a', 'b'], since: '2024-01-01', active: true },
        },
        { path: 'config_contexts/devices/sw1.yml', value: { ntp: ['c'] } },
        { path: 'config_contexts/virtual_machines/vm1.json', value: { ntp: ['d'] } },
      ],
      schemas: [{ path: 'config_context_schemas/clocks.json', value: { _metadata: { name: 'clocks' } } }],
      templates: [{ path: 'export_templates/dcim/device/list.csv', text: '{{ queryset }}' }],
      jobs: [
        { path: 'jobs/__init__.js', text: 'exports.a = 1;' },
        { path: 'jobs/deep/er/second.ts', text: 'export const b = 1;' },
      ],
      problems: [],
      passedOver: [],
    });
  });

  it('is that of the branch or tag', async () => {
    const first = server.commit('branches', { 'config_contexts/a.json': '{"a": 1}' });
    server.git('branches', ['tag', '-a', 'v1', '-m', 'first']);
    server.git('branches', ['checkout', '-q', '-b', 'next/one']);
    const second = server.commit('branches', { 'config_contexts/a.json': '{"a": 2}' });
    const headOf = async (branch: string) => (await fetch(server.url('branches'), { branch })).head;
    expect(await headOf('main')).toBe(first);
    expect(await headOf('v1')).toBe(first);
    expect(await headOf('next/one')).toBe(second);
    for (const branch of ['nowhere', '../../etc', '-x', '*'])
      await expect(headOf(branch)).rejects.toThrow(`There is no branch or tag "${branch}".`);
  });

  it('is there although the server has no HEAD', async () => {
    const head = server.commit('headless', { 'config_contexts/a.json': '{}' });
    server.git('headless', ['symbolic-ref', 'HEAD', 'refs/heads/unborn']);
    expect((await fetch(server.url('headless'))).head).toBe(head);
  });

  it('is fetched with a name and a token, which are told to nobody', async () => {
    server.commit('guarded', { 'config_contexts/a.json': '{}' });
    server.ask('fetcher:t0ken');
    try {
      await expect(fetch(server.url('guarded'))).rejects.toThrow('The server asks for a name and a token.');
      const failed = await fetch(server.url('guarded'), { username: 'fetcher', password: 'wr0ng' }).catch(
        (error) => error,
      );
      expect(failed.message).toBe('The server does not accept the name and token.');
      expect((await fetch(server.url('guarded'), { username: 'fetcher', password: 't0ken' })).contexts).toHaveLength(1);
    } finally {
      server.ask(undefined);
    }
  });
});

describe('What cannot be read is left out, and told', () => {
  it('also when it was written to do harm', async () => {
    const laughs = ['a: &a [x,x,x,x,x,x,x,x,x]'];
    for (let level = 1; level < 10; level++) {
      const [name, before] = ['abcdefghij'[level], 'abcdefghij'[level - 1]];
      laughs.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(',')}]`);
    }
    server.commit('odd', {
      'config_contexts/laughs.yaml': laughs.join('\n'),
      'config_contexts/broken.json': '{"a": ',
      'config_contexts/deep.json': '['.repeat(5_000) + ']'.repeat(5_000),
      'config_contexts/deep.yaml': '['.repeat(50_000),
      'config_contexts/binary.json': Buffer.from([0xff, 0xfe, 0x00]),
      'config_contexts/null.json': '{"a": "\\u0000"}',
      'config_contexts/proto.yaml': '__proto__: {polluted: 1}',
      'config_contexts/large.json': `"${'x'.repeat(1024 * 1024)}"`,
      'config_contexts/code.yaml': 'a: !!js/function "function () {}"',
      'export_templates/stray': 'x',
      'jobs/a:b.js': 'x',
    });
    const { contexts, problems, jobs, templates } = await fetch(server.url('odd'));
    expect(contexts.map(({ path }) => path).sort()).toEqual([
      'config_contexts/code.yaml',
      'config_contexts/proto.yaml',
    ]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect([jobs, templates]).toEqual([[], []]);
    expect(problems.map(({ path }) => path).sort()).toEqual([
      'config_contexts/binary.json',
      'config_contexts/broken.json',
      'config_contexts/deep.json',
      'config_contexts/deep.yaml',
      'config_contexts/large.json',
      'config_contexts/laughs.yaml',
      'config_contexts/null.json',
      'export_templates/stray',
      'jobs/a:b.js',
    ]);
  });
});

describe('Nothing is fetched', () => {
  it.each([
    'file:///etc/passwd',
    'ssh://git@127.0.0.1/x.git',
    'ssh://git@localhost:22/x.git',
    'ssh://git@[::1]/x.git',
    'git@10.0.0.1:x.git',
    'git@[::ffff:10.0.0.1]:x.git',
    'git@169.254.169.254:latest/meta-data',
    'git@2130706433:x.git',
    'git://127.0.0.1/x.git',
    'http://127.0.0.1:1/x.git',
    'http://localhost:1/x.git',
    'http://[::1]:1/x.git',
    'http://2130706433:1/x.git',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/x.git',
    'https://0x7f.1/x.git',
    'http://[::ffff:10.0.0.1]/x.git',
  ])('from %s', async (url) => {
    await soon(() => expect(fetch(url, { allowed: [] })).rejects.toThrow(/nothing is sent|are spoken/));
  });

  it('where a server points elsewhere', async () => {
    let asked = 0;
    const elsewhere = await listen((_request, response) => {
      asked++;
      response.end();
    });
    const url = await listen((_request, response) => response.writeHead(302, { location: elsewhere }).end());
    await expect(fetch(url)).rejects.toThrow('points to another address');
    expect(asked).toBe(0);
  });

  it('from what is no git server', async () => {
    const page = await listen((_request, response) => response.writeHead(200).end('<html>'));
    await expect(fetch(page)).rejects.toThrow('cannot be fetched');
    const failing = await listen((_request, response) => response.writeHead(500).end());
    await expect(fetch(failing)).rejects.toThrow('answers with the status 500');
  });

  it('where no process can be started for it, which is said', async () => {
    server.commit('unread', { 'config_contexts/a.json': '{}' });
    const { execPath } = process;
    process.execPath = '/nowhere/node';
    const fetched = fetch(server.url('unread')).finally(() => {
      process.execPath = execPath;
    });
    await expect(fetched).rejects.toThrow('spawn /nowhere/node ENOENT');
  });

  it('beyond what may be received', async () => {
    const endless = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
      const more = () => {
        while (response.write(Buffer.alloc(64 * 1024, '0008abcd')));
      };
      response.on('drain', more);
      more();
    });
    await expect(fetch(endless)).rejects.toThrow(/larger than|cannot be fetched/);
  });
});
