import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
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
  configure(text: string, places: Places): string;
  arguments(file: string): string[];
}

interface Places {
  folder: string;
  gateway: number;
  http: number;
  https: number;
}

const proxies: Proxy[] = [
  {
    program: 'nginx',
    file: 'nginx.conf',
    configure: (text, { folder, gateway, http, https }) => {
      const here = text
        .replace('127.0.0.1:8080', `127.0.0.1:${gateway}`)
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
  },
  {
    program: 'caddy',
    file: 'Caddyfile',
    configure: (text, { folder, gateway, http, https }) => {
      const options = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tskip_install_trust\n\tstorage file_system ${folder}\n}\n`;
      const certificate = `\ttls ${folder}/fullchain.pem ${folder}/privkey.pem\n`;
      return (
        options + text.replace('127.0.0.1:8080', `127.0.0.1:${gateway}`).replace(/^(sot.*\{\n)/m, `$1${certificate}`)
      );
    },
    arguments: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

let database: TestDatabase;
let program: Program;
const clients = new Set<unknown>();

if (!missingBuild) {
  beforeAll(async () => {
    database = await createTestDatabase();
    program = await startProgram({
      env: {
        DATABASE_URL: database.url,
        PLUMBLINE_WORKERS: '0',
        PLUMBLINE_TRUSTED_PROXIES: '127.0.0.1',
        PLUMBLINE_ALLOWED_HOSTS: name,
      },
      onLine: ({ client }) => client !== undefined && clients.add(client),
    });
  });
  afterAll(async () => {
    await program?.stop();
    await database?.drop();
  });
}

describe.each(proxies)('TLS with deploy/proxy/$file', ({ program: proxy, file, configure, arguments: argumentsOf }) => {
  const path = findProgram(proxy);
  describeUnless(
    missingBuild ?? (path ? undefined : `${proxy} is not installed (apt-get install ${proxy}).`),
    proxy,
    () => {
      let folder: string;
      let running: ChildProcess;
      let places: Places;

      beforeAll(async () => {
        folder = mkdtempSync(join(tmpdir(), 'plumbline-proxy-'));
        places = {
          folder,
          gateway: Number(new URL(program.url).port),
          http: await freePort(),
          https: await freePort(),
        };
        const made = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`, '-days', '2'];
        const named = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
        execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...made, ...named], {
          stdio: 'ignore',
        });
        const configuration = join(folder, file);
        writeFileSync(configuration, configure(readFileSync(join(root, 'deploy', 'proxy', file), 'utf8'), places));
        running = spawn(path!, argumentsOf(configuration), {
          cwd: folder,
          stdio: 'ignore',
          env: { ...process.env, HOME: folder },
        });
        await eventually(`${proxy} listens`, 60_000, () => listens(places.https));
      });
      afterAll(async () => {
        const ended = new Promise((resolve) => running.once('exit', resolve));
        running.kill('SIGTERM');
        await ended;
        rmSync(folder, { recursive: true, force: true });
      });

      /** Asks through the proxy as a client that trusts its certificate, and makes things up about itself. */
      const ask = (address: string, host = `${name}:${places.https}`) =>
        new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
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
          const ca = readFileSync(join(folder, 'fullchain.pem'));
          const options = { host: '127.0.0.1', port: places.https, servername: name, ca, headers, path: address };
          request(options, (answer) => {
            let text = '';
            answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
            answer.on('end', () => resolve({ status: answer.statusCode!, text, headers: answer.headers }));
          })
            .on('error', reject)
            .end();
        });

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
    },
  );
});
