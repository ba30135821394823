import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request as plainRequest } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { findProgram } from '../../program/src/supervisor/findProgram';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';
import { listens } from '../harness/listens';
import { missingBuild, type Program, startProgram } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { root } from '../program/root';

const name = 'sot.example.net';

/** How to run a proxy with the configuration that docs/guides/behind-a-proxy.md shows, on ports and files of a test. */
interface Proxy {
  program: string;
  file: string;
  /** What the guide calls its configurations by. */
  language: string;
  configure(text: string, places: Places): string;
  arguments(file: string): string[];
  /** Puts what the guide shows in the place of what is there, for Plumbline under a path. */
  underPath(text: string, shown: string): string;
}

/** What a guide shows first in a language. */
function shownBy(guide: string, language: string): string {
  const text = readFileSync(join(root, 'docs', 'guides', guide), 'utf8');
  const start = `\n\`\`\`${language}\n`;
  const rest = text.slice(text.indexOf(start) + start.length);
  return rest.slice(0, rest.indexOf('```'));
}

interface Places {
  folder: string;
  gateways: number[];
  http: number;
  https: number;
}

const proxies: Proxy[] = [
  {
    program: 'nginx',
    file: 'nginx.conf',
    language: 'nginx',
    configure: (text, { folder, gateways, http, https }) => {
      const here = text
        .replace('server 127.0.0.1:8080;', gateways.map((port) => `server 127.0.0.1:${port};`).join(' '))
        .replace(/^ *listen \[::\].*\n/gm, '')
        .replace('listen 80;', `listen 127.0.0.1:${http};`)
        .replace('listen 443 ', `listen 127.0.0.1:${https} `)
        .replaceAll('/etc/ssl/plumbline', folder);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      );
      return `daemon off; pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off; ${temporary.join(' ')}\n${here}\n}`;
    },
    arguments: (file) => ['-c', file],
    underPath: (text, shown) =>
      text
        .replace('    proxy_set_header X-Forwarded-Prefix "";\n', '')
        .replace(/^ {4}location \/ \{\n[\s\S]*?^ {4}\}\n {4}location @once \{\n[\s\S]*?^ {4}\}\n/m, () => shown),
  },
  {
    program: 'caddy',
    file: 'Caddyfile',
    language: 'caddyfile',
    configure: (text, { folder, gateways, http, https }) => {
      const options = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tskip_install_trust\n\tstorage file_system ${folder}\n}\n`;
      const certificate = `\ttls ${folder}/fullchain.pem ${folder}/privkey.pem\n`;
      return (
        options +
        text
          .replace('127.0.0.1:8080', gateways.map((port) => `127.0.0.1:${port}`).join(' '))
          .replace(/^(sot.*\{\n)/m, `$1${certificate}`)
      );
    },
    arguments: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    underPath: (text, shown) => text.replace(/^\treverse_proxy .*\{\n[\s\S]*?^\t\}\n/m, () => shown),
  },
];

interface RunningProxy {
  places: Places;
  stop(): Promise<void>;
}

/** A folder with the key and the certificate that all proxies show: making them takes longer than starting one. */
let certificate: string;

function makeCertificate(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-certificate-'));
  const made = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`, '-days', '2'];
  const called = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...made, ...called], { stdio: 'ignore' });
  return folder;
}

/** Runs a proxy before gateways at these ports. */
async function start(
  { program: named, file, configure, arguments: argumentsOf }: Proxy,
  path: string,
  gateways: number[],
) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-proxy-'));
  const places: Places = { folder, gateways, http: await freePort(), https: await freePort() };
  cpSync(certificate, folder, { recursive: true });
  const configuration = join(folder, file);
  writeFileSync(configuration, configure(readFileSync(join(root, 'deploy', 'proxy', file), 'utf8'), places));
  const env = { ...process.env, HOME: folder };
  const running: ChildProcess = spawn(path, argumentsOf(configuration), { cwd: folder, stdio: 'ignore', env });
  const stop = async () => {
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await eventually(`${named} listens`, 60_000, () => listens(places.https));
  return { places, stop } satisfies RunningProxy;
}

/** Asks through a proxy as a client that trusts its certificate. */
function askThrough({ folder, https }: Places, { body, ...asked }: RequestOptions & { body?: string }) {
  const ca = readFileSync(join(folder, 'fullchain.pem'));
  const options = { host: '127.0.0.1', port: https, servername: name, ca, ...asked };
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    request(options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode!, text, headers: answer.headers }));
    })
      .on('error', reject)
      .end(body);
  });
}

/** What stands for a gateway that is killed whenever a request has come: it notes the request's line and breaks off. */
async function startBreaking(lines: string[]): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      lines.push(String(bytes).split('\r\n')[0]!);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** As docs/guides/sign-in.md has it. */
const letInByProxy = {
  kind: 'proxy',
  key: 'oauth2-proxy',
  headers: {
    username: 'X-Forwarded-Preferred-Username',
    email: 'X-Forwarded-Email',
    groups: 'X-Forwarded-Groups',
  },
  separator: ',',
  create_groups: true,
};

/** Answers as oauth2-proxy does when it is asked about a request: it knows who shows a cookie. */
function startAsked() {
  const server = createHttpServer(({ url, headers }, response) => {
    if (url === '/oauth2/auth' && headers.cookie?.includes('known=joan'))
      response.writeHead(202, {
        'x-auth-request-preferred-username': 'joan',
        'x-auth-request-email': 'joan@example.net',
        'x-auth-request-groups': 'codes,breakers',
      });
    else if (url === '/oauth2/auth') response.writeHead(401);
    response.end('Who are you?');
  });
  return new Promise<typeof server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

let database: TestDatabase;
let program: Program;
const clients = new Set<unknown>();

if (!missingBuild) {
  beforeAll(async () => {
    certificate = makeCertificate();
    database = await createTestDatabase();
    program = await startProgram({
      env: {
        DATABASE_URL: database.url,
        PLUMBLINE_WORKERS: '0',
        PLUMBLINE_TRUSTED_PROXIES: '127.0.0.1',
        PLUMBLINE_ALLOWED_HOSTS: name,
        PLUMBLINE_SIGN_IN: JSON.stringify({ methods: [letInByProxy] }),
      },
      onLine: ({ client }) => client !== undefined && clients.add(client),
    });
  });
  afterAll(async () => {
    await program?.stop();
    await database?.drop();
    if (certificate) rmSync(certificate, { recursive: true, force: true });
  });
}

describe.each(proxies)('TLS with deploy/proxy/$file', (about) => {
  const { program: proxy, language, configure, underPath } = about;
  const path = findProgram(proxy);
  describeUnless(
    missingBuild ?? (path ? undefined : `${proxy} is not installed (apt-get install ${proxy}).`),
    proxy,
    () => {
      let before: RunningProxy;
      let places: Places;
      beforeAll(async () => {
        before = await start(about, path!, [Number(new URL(program.url).port)]);
        places = before.places;
      });
      afterAll(() => before?.stop());

      /** Asks through the proxy as a client that trusts its certificate, and makes things up about itself. */
      const ask = (address: string, host = `${name}:${places.https}`) => {
        const headers = {
          host,
          authorization: `Token ${program.token}`,
          'x-forwarded-for': '203.0.113.66',
          'x-forwarded-host': 'elsewhere.example.org',
          'x-forwarded-proto': 'http',
          'x-forwarded-port': '666',
          'x-forwarded-prefix': '/elsewhere',
          forwarded: 'for=203.0.113.66;host=elsewhere.example.org;proto=http',
        };
        return askThrough(places, { headers, path: address });
      };

      it('makes links as the client called it, whatever the client says of others', async () => {
        const { status, text, headers } = await ask('/api/extras/statuses/?limit=2');
        expect(status).toBe(200);
        const page = JSON.parse(text);
        for (const link of [page.next, page.results[0].url])
          expect(link).toMatch(new RegExp(`^https://${name}:${places.https}/api/extras/statuses/`));
        expect(headers['strict-transport-security']).toContain('max-age');
        expect(clients).toEqual(new Set(['127.0.0.1']));
      });

      it('hands on a table as CSV, and cookies for TLS alone', async () => {
        const { status, text } = await ask('/api/extras/statuses/?format=csv');
        expect([status, text.split('\n').length > 5]).toEqual([200, true]);
        const signIn = await ask('/login/');
        expect(signIn.status).toBe(200);
        expect(String(signIn.headers['set-cookie'])).toMatch(/; Secure/i);
      });

      it('leads from http to https', async () => {
        const answer = await new Promise<[number?, string?]>((resolve, reject) =>
          plainRequest({ host: '127.0.0.1', port: places.http, path: '/api/', headers: { host: name } }, (incoming) => {
            incoming.resume();
            resolve([incoming.statusCode, incoming.headers.location]);
          })
            .on('error', reject)
            .end(),
        );
        expect([[301, 308].includes(answer[0]!), answer[1]]).toEqual([
          true,
          expect.stringMatching(`^https://${name}(:\\d+)?/api/$`),
        ]);
      });

      it('is under a path with what the guide shows', async () => {
        const shown = shownBy('behind-a-proxy.md', language);
        const under = await start(
          {
            ...about,
            configure: (text, there) => configure(underPath(text, shown), there),
          },
          path!,
          places.gateways,
        );
        try {
          const host = `${name}:${under.places.https}`;
          const headers = { host, authorization: `Token ${program.token}`, 'content-type': 'application/json' };
          const askUnder = (method: string, below: string, body?: string) =>
            askThrough(under.places, { method, path: below, headers, ...(body === undefined ? {} : { body }) });
          const made = await askUnder('POST', '/sot/api/tenancy/tenants/', '{"name": "Under a path"}');
          expect(made.status).toBe(201);
          const { url } = JSON.parse(made.text);
          expect(url).toMatch(new RegExp(`^https://${host}/sot/api/tenancy/tenants/`));
          const there = new URL(url).pathname;
          expect((await askUnder('PUT', there, '{"name": "Still there"}')).status).toBe(200);
          expect((await askUnder('DELETE', there)).status).toBe(204);
          expect((await askUnder('GET', '/sot')).headers.location).toMatch(/\/sot\/$/);
          expect((await askUnder('GET', '/sot/api')).headers.location).toBe('/sot/api/');
          expect(String((await askUnder('GET', '/sot/login/')).headers['set-cookie'])).toContain('; Path=/sot/;');
        } finally {
          await under.stop();
        }
      });

      it('sends no write to a second gateway when the first breaks off', async () => {
        const lines: string[] = [];
        const breaking = await Promise.all([startBreaking(lines), startBreaking(lines)]);
        const ports = breaking.map((server) => (server.address() as AddressInfo).port);
        try {
          for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
            // One for each: a proxy asks nobody for a while after that.
            const fresh = await start(about, path!, ports);
            try {
              const headers = { host: name, 'content-length': 0 };
              const { status } = await askThrough(fresh.places, { method, path: '/api/ipam/prefixes/1/', headers });
              expect([method, status]).toEqual([method, 502]);
            } finally {
              await fresh.stop();
            }
          }
        } finally {
          for (const server of breaking) server.close();
        }
        expect(lines.map((line) => line.split(' ')[0])).toEqual(['POST', 'PATCH', 'PUT', 'DELETE']);
      });
    },
  );
});

const nginx = proxies.find(({ program: named }) => named === 'nginx')!;
const nginxPath = findProgram('nginx');

describeUnless(
  missingBuild ?? (nginxPath ? undefined : 'nginx is not installed (apt-get install nginx).'),
  'nginx that lets people in, with what docs/guides/sign-in.md shows',
  () => {
    let asked: Awaited<ReturnType<typeof startAsked>>;
    let before: RunningProxy;
    beforeAll(async () => {
      asked = await startAsked();
      const { port } = asked.address() as AddressInfo;
      const shown = shownBy('sign-in.md', 'nginx').replaceAll('127.0.0.1:4180', `127.0.0.1:${port}`);
      const letting: Proxy = {
        ...nginx,
        configure: (text, places) =>
          nginx.configure(
            text.replace(/^ {4}location \/ \{\n/m, (line) => shown + line),
            places,
          ),
      };
      before = await start(letting, nginxPath!, [Number(new URL(program.url).port)]);
    });
    afterAll(async () => {
      await before?.stop();
      asked?.close();
    });

    const ask = (method: string, path: string, more: Record<string, string>) => {
      const made = { 'x-forwarded-preferred-username': 'admin', 'x-forwarded-groups': 'keepers' };
      const host = `${name}:${before.places.https}`;
      return askThrough(before.places, {
        method,
        path,
        headers: { host, accept: 'application/json', ...made, ...more },
      });
    };

    it('says who it is, whatever the client says', async () => {
      const { status, text } = await ask('GET', '/user/profile/', { cookie: 'known=joan' });
      expect([status, JSON.parse(text)]).toEqual([
        200,
        expect.objectContaining({ username: 'joan', email: 'joan@example.net', groups: ['breakers', 'codes'] }),
      ]);
    });

    it('leads strangers to its own page, and hands on tokens alone', async () => {
      const list = '/api/tenancy/tenants/';
      expect(await ask('GET', list, {})).toMatchObject({ status: 403, text: 'Who are you?' });
      for (const method of ['PUT', 'DELETE']) expect((await ask(method, list, {})).status).toBe(401);
      const shows = async (token: string) => {
        const { status, text } = await ask('GET', '/user/profile/', { authorization: `Token ${token}` });
        return [status, JSON.parse(text).username];
      };
      expect(await shows(program.token)).toEqual([200, 'admin']);
      expect(await shows('nonsense')).toEqual([403, undefined]);
    });
  },
);
