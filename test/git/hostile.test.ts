import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { fetchRepository } from '../../services/extras/src/git/fetchRepository';
import { startGitServer } from './gitServer';

const contents = ['extras.configcontext', 'extras.configcontextschema', 'extras.exporttemplate', 'extras.job'];
const fetch = (url: string, branch = 'main') => fetchRepository({ url, branch, allowed: ['127.0.0.0/8'], contents });

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
});

const line = (content: Buffer | string): Buffer => {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
};
const flush = Buffer.from('0000');
const oid = 'a'.repeat(40);

/** A server that hands out whatever pack it is given. */
async function serving(pack: Buffer, name = 'refs/heads/main'): Promise<string> {
  const advertised = Buffer.concat([
    line('# service=git-upload-pack\n'),
    flush,
    line(`${oid} ${name}\0side-band-64k shallow ofs-delta no-progress\n`),
    line(`${oid} refs/heads/../../../../tmp/out\n`),
    flush,
  ]);
  const pieces = [line(`shallow ${oid}\n`), flush, line('NAK\n')];
  for (let start = 0; start < pack.length; start += 60_000)
    pieces.push(line(Buffer.concat([Buffer.from([1]), pack.subarray(start, start + 60_000)])));
  const packed = Buffer.concat([...pieces, flush]);
  const server = createServer((request, response) => {
    const service = request.method === 'GET' ? 'advertisement' : 'result';
    request.resume();
    response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${service}` });
    response.end(request.method === 'GET' ? advertised : packed);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.git`;
}

/** A server that says so much of its answer, and no more. */
async function fallingSilent(after: 'nothing' | 'its head' | 'its first words'): Promise<string> {
  const server = createServer((_, response) => {
    if (after === 'nothing') return;
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' }).flushHeaders();
    if (after === 'its first words') response.write(line('# service=git-upload-pack\n'));
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.git`;
}

const header = (objects: number): Buffer => {
  const bytes = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  bytes.writeUInt32BE(objects, 8);
  return bytes;
};

/** The head of an object in a pack: its kind, and how long it says it is. */
function objectHead(kind: number, size: number): Buffer {
  const bytes = [(kind << 4) | (size & 15)];
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes[bytes.length - 1]! |= 128;
    bytes.push(left & 127);
  }
  return Buffer.from(bytes);
}

const blob = 3;
const checksum = Buffer.alloc(20);

test('an object that grows without end takes no more than its process may have', async () => {
  const zeros = deflateRawSync(Buffer.alloc(16 * 1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH });
  const endless = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(500).fill(zeros)]);
  const url = await serving(Buffer.concat([header(1), objectHead(blob, 8e9), endless, checksum]));
  const before = process.memoryUsage.rss();
  await expect(fetch(url)).rejects.toThrow('takes too much memory');
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
});

test.each([
  ['is cut off', header(1)],
  ['is empty', header(0)],
  ['is none', Buffer.from('<html></html>')],
  [
    'promises more than it has',
    Buffer.concat([header(4_000_000_000), objectHead(blob, 1), deflateSync('x'), checksum]),
  ],
  ['has a kind of object that there is not', Buffer.concat([header(1), objectHead(5, 1), deflateSync('x'), checksum])],
  [
    'refers to what is not there',
    Buffer.concat([header(1), objectHead(7, 1), Buffer.alloc(20), deflateSync('x'), checksum]),
  ],
])('a pack that %s is a failure in words', async (_, pack) => {
  await expect(fetch(await serving(pack))).rejects.toThrow(/cannot be|too much memory/);
});

test.each([
  ['nothing', { greeting: 1 }],
  ['its head', { patience: 1 }],
  ['its first words', { patience: 1 }],
] as const)(
  'a server from which nothing comes after %s is given up long before the time of a fetch is over',
  async (after, patience) => {
    const order = { url: await fallingSilent(after), branch: 'main', allowed: ['127.0.0.0/8'], contents, ...patience };
    await expect(fetchRepository(order)).rejects.toThrow('The server has kept us waiting for 1 s.');
  },
);

test('links and other repositories within one are left alone, and so are folders in folders without end', async () => {
  const server = await startGitServer();
  try {
    const head = server.commit('odd', { 'config_contexts/good.json': '{"a": 1}', target: '/etc/passwd' });
    const target = server.git('odd', ['rev-parse', 'HEAD:target']);
    const put = (mode: string, object: string, path: string) =>
      server.git('odd', ['update-index', '--add', '--cacheinfo', `${mode},${object},${path}`]);
    put('120000', target, 'config_contexts/link.json');
    put('120000', target, 'export_templates');
    put('160000', head, 'jobs/other');
    server.git('odd', ['commit', '-q', '-m', 'odd']);
    const { contexts, templates, jobs, problems } = await fetch(server.url('odd'));
    expect([contexts.length, templates, jobs]).toEqual([1, [], []]);
    expect(problems).toEqual([{ path: 'config_contexts/link.json', text: 'Symbolic links are not followed.' }]);

    // Ten folders in each of ten folders, and so on: one object for each level, ten to the eighth files.
    let entry = `100644 blob ${target}`;
    for (let level = 0; level < 8; level++) {
      const tree = [...'abcdefghij'].map((name) => `${entry}\t${name}${level === 0 ? '.js' : ''}\n`).join('');
      entry = `040000 tree ${server.git('odd', ['mktree'], tree)}`;
    }
    const root = server.git('odd', ['mktree'], `${entry}\tjobs\n`);
    server.git('odd', ['update-ref', 'refs/heads/bomb', server.git('odd', ['commit-tree', '-m', 'bomb', root])]);
    await expect(fetch(server.url('odd'), 'bomb')).rejects.toThrow(/There (is|are) more/);
  } finally {
    server.stop();
  }
});
