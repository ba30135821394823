import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemScope, unitOfWork as workOf } from '@plumbline/engine';
import { expectStatus, type TestServices } from '@plumbline/testkit';
import { knownKeys } from '../../services/extras/src/git/fetching/knownHosts';
import { fetchRepository } from '../../services/extras/src/git/fetchRepository';
import type { FetchOrder } from '../../services/extras/src/git/messages';
import { syncRepository } from '../../services/extras/src/git/syncRepository';
import { freePort } from '../harness/freePort';
import { isLong } from '../harness/long';
import { sample } from '../harness/sample';
import { startEveryService } from '../models/everyService';
import { describeUnless } from '../program/describeUnless';
import { type GitServer, startGitServer } from './gitServer';
import { type KeyPair, makeKeys, missingSsh, type SshServer, startSshServer } from './sshServer';

const contents = ['extras.configcontext'];
const here = ['127.0.0.0/8'];

describeUnless(missingSsh, 'Repositories over SSH', () => {
  let git: GitServer;
  let ssh: SshServer;
  let deployKey: KeyPair;
  let head: string;
  beforeAll(async () => {
    git = await startGitServer();
    ssh = await startSshServer();
    deployKey = makeKeys('ed25519');
    ssh.letIn(deployKey);
    head = git.commit('network', { 'config_contexts/a.json': '{"_metadata": {"name": "Over SSH"}, "a": 1}' });
  });
  afterAll(async () => {
    await ssh?.stop();
    git?.stop();
  });

  const name = () => `[127.0.0.1]:${ssh.port}`;
  const urlOf = (path: string, host = '127.0.0.1') => `ssh://${ssh.user}@${host}:${ssh.port}${path}`;
  const fetch = (more: Partial<FetchOrder> = {}) =>
    fetchRepository({
      url: urlOf(git.folder('network')),
      branch: 'main',
      allowed: here,
      contents,
      key: deployKey.private,
      knownHosts: ssh.knownAs(name()),
      ...more,
    });
  const refusal = (more: Partial<FetchOrder>): Promise<string> =>
    fetch(more).then(
      () => 'fetched',
      (error) => `${error.name}: ${error.message}`,
    );

  describe('are fetched', () => {
    it('as those over HTTP are', async () => {
      expect(await fetch()).toEqual({
        head,
        contexts: [{ path: 'config_contexts/a.json', value: { _metadata: { name: 'Over SSH' }, a: 1 } }],
        schemas: [],
        templates: [],
        jobs: [],
        problems: [],
        passedOver: [],
      });
    });

    it('of every branch and tag, also where they are large', async () => {
      const large = Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [`config_contexts/${index}.json`, JSON.stringify({ index })]),
      );
      git.commit('large', {
        'noise.bin': randomBytes(3e6),
        ...large,
      });
      git.git('large', ['tag', '-a', 'v1', '-m', 'first']);
      git.commit('large', { 'config_contexts/0.json': undefined });
      const url = urlOf(git.folder('large'));
      expect((await fetch({ url })).contexts).toHaveLength(299);
      expect((await fetch({ url, branch: 'v1' })).contexts).toHaveLength(300);
      expect(await refusal({ url, branch: 'nowhere' })).toBe('FetchProblem: There is no branch or tag "nowhere".');
    });

    it('from paths with whatever stands in them, which no shell takes for anything else', async () => {
      const names = ["it's", 'a;touch x', '$(touch x)', 'ä "b" !c'];
      for (const odd of isLong ? names : [names.join(' ')]) {
        const oid = git.commit(odd, { 'config_contexts/a.json': '{}' });
        const path = git.folder(odd).split('/').map(encodeURIComponent).join('/');
        expect((await fetch({ url: urlOf(path) })).head).toBe(oid);
      }
    });

    it.each(['ecdsa', 'rsa'] as const)('with keys of the kind %s, from hosts with such keys', async (kind) => {
      const key = makeKeys(kind);
      ssh.letIn(key);
      const knownHosts = ssh.knownAs(name(), ssh.hostKeys[kind]);
      expect((await fetch({ key: key.private, knownHosts })).head).toBe(head);
    });

    it('with a key that a password opens', async () => {
      const key = makeKeys('ed25519', 'open sesame');
      ssh.letIn(key);
      expect((await fetch({ key: key.private, password: 'open sesame' })).head).toBe(head);
      for (const password of [undefined, 'wr0ng'])
        expect(await refusal({ key: key.private, password })).toMatch(/The key for SSH is locked/);
    });

    it('under the name of the secrets group where the address has none', async () => {
      const url = `ssh://127.0.0.1:${ssh.port}${git.folder('network')}`;
      expect((await fetch({ url, username: ssh.user })).head).toBe(head);
    });

    it('from hosts that are known by hashed names and patterns', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'known-'));
      const file = join(folder, 'known_hosts');
      writeFileSync(file, ssh.knownAs(name()));
      execFileSync('ssh-keygen', ['-H', '-f', file], { stdio: 'ignore' });
      const hashed = execFileSync('cat', [file]).toString();
      rmSync(folder, { recursive: true });
      expect(hashed).toMatch(/^\|1\|/);
      expect((await fetch({ knownHosts: `# by hand\n\n${hashed}` })).head).toBe(head);
      expect((await fetch({ knownHosts: ssh.knownAs(`other,[127.0.0.*]:${ssh.port}`) })).head).toBe(head);
    });
  });

  describe('are not fetched', () => {
    it('from a host that is not known, or is known by another key', async () => {
      const before = ssh.told();
      const other = makeKeys('ed25519');
      const strangers = [
        undefined,
        '',
        ssh.knownAs('127.0.0.1'),
        ssh.knownAs(`[127.0.0.2]:${ssh.port}`),
        ssh.knownAs(`[127.0.0.*]:${ssh.port},!${name()}`),
        ssh.knownAs(`@cert-authority ${name()}`),
      ];
      for (const knownHosts of strangers)
        expect(knownKeys(knownHosts ?? '', '127.0.0.1', ssh.port)).toEqual({ trusted: [], revoked: [] });
      for (const knownHosts of sample(strangers, 3))
        expect(await refusal({ knownHosts })).toMatch(/is not known: it shows the key ssh-ed25519 SHA256:/);
      expect(await refusal({ knownHosts: ssh.knownAs(name(), other) })).toMatch(/shows another key than the one/);
      expect(await refusal({ knownHosts: `${ssh.knownAs(name())}${ssh.knownAs(`@revoked ${name()}`)}` })).toMatch(
        /shows another key than the one/,
      );
      // Nobody has shown it a key.
      expect(ssh.told().slice(before.length)).not.toMatch(/Accepted|Failed|publickey/);
    });

    it('with a key that nobody knows, or with none', async () => {
      const stranger = makeKeys('ed25519');
      expect(await refusal({ key: stranger.private })).toBe('FetchProblem: The host does not accept the key.');
      expect(await refusal({ key: undefined })).toBe(
        'FetchProblem: The secrets group of the repository has no key for SSH.',
      );
      for (const key of ['', 'a key', stranger.public, deployKey.private.slice(0, 200)])
        expect(await refusal({ key })).toMatch(/^FetchProblem: The (secrets group|key for SSH)/);
    });

    it('where nothing is sent: not at inner addresses, and not at names that lead there', async () => {
      const before = ssh.told();
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433'])
        expect(await refusal({ allowed: [], url: urlOf('/x', host), knownHosts: ssh.knownAs('*') })).toMatch(
          /nothing is sent unless|leads nowhere/,
        );
      expect(ssh.told()).toBe(before);
    });

    it('where there is no repository', async () => {
      expect(await refusal({ url: urlOf('/nowhere') })).toMatch(/There is no repository at this path/);
    });

    it('from what does not speak SSH, ends at once or is not there', async () => {
      const servers: Server[] = [];
      const listening = (greet: (write: (text: string) => void, end: () => void) => void) =>
        new Promise<number>((resolve) => {
          const server = createServer((socket) => {
            socket.on('error', () => undefined);
            greet(
              (text) => socket.write(text),
              () => socket.end(),
            );
          }).listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
          servers.push(server);
        });
      const ports = [
        await listening((_write, end) => end()),
        await listening((write, end) => {
          write('HTTP/1.1 400 Bad Request\r\n\r\n');
          end();
        }),
        await listening((write) => write(`SSH-2.0-x\r\n${'\xff'.repeat(1000)}`)),
        await freePort(),
      ];
      try {
        for (const port of ports)
          expect(await refusal({ url: `ssh://git@127.0.0.1:${port}/x` })).toMatch(
            /^FetchProblem: The host (cannot be reached over SSH|does not speak SSH)/,
          );
      } finally {
        for (const server of servers) server.close();
      }
    });
  });

  describe('in the program', () => {
    let plumbline: TestServices;
    let folder: string;
    const file = (called: string) => join(folder, called);
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'ssh-secrets-'));
      writeFileSync(file('known_hosts'), ssh.knownAs(name()));
      writeFileSync(file('key'), deployKey.private);
      plumbline = await startEveryService({
        outgoingAllow: here,
        secretsFolder: folder,
        sshKnownHosts: file('known_hosts'),
      });
    });
    afterAll(async () => {
      await plumbline?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const send = async (method: string, path: string, body?: unknown, status = method === 'POST' ? 201 : 200) =>
      expectStatus(await plumbline.request(method, `/api/${path}`, body), status).body;
    async function sync({ id }: { id: string }): Promise<string> {
      const told: string[] = [];
      const { engine } = plumbline.services.get('extras')!;
      const ended = await syncRepository(
        workOf(engine, systemScope()),
        id,
        (importance, text) => told.push(`${importance} ${text}`),
        { isRehearsal: false, demandWanted: async () => undefined },
      ).catch((error: Error) => `${error.name}: ${error.message}`);
      return [...told, ended].join('\n');
    }

    it('are synced with the key of their secrets group, which is told to nobody', async () => {
      const secret = await send('POST', 'extras/secrets/', {
        name: 'Deploy key',
        provider: 'text-file',
        parameters: { path: file('key') },
      });
      const group = await send('POST', 'extras/secrets-groups/', { name: 'Over SSH' });
      const withKey = { secrets_group: group.id, secret: secret.id, access_type: 'SSH', secret_type: 'key' };
      const repository = await send('POST', 'extras/git-repositories/', {
        name: 'Net',
        remote_url: urlOf(git.folder('network')),
        provided_contents: contents,
        secrets_group: group.id,
      });
      expect(await sync(repository)).toMatch(/FetchProblem: The secrets group of the repository has no key for SSH\.$/);
      await send('POST', 'extras/secrets-groups-associations/', withKey);
      const told = await sync(repository);
      expect(told).toContain(head);
      const shown = await send('GET', `extras/git-repositories/${repository.id}/`);
      expect(shown).toMatchObject({ slug: 'net', current_head: head });
      expect((await send('GET', 'extras/config-contexts/?name=Over SSH')).count).toBe(1);

      writeFileSync(file('known_hosts'), ssh.knownAs(name(), makeKeys('ed25519')));
      const refused = await sync(repository);
      expect(refused).toMatch(/shows another key than the one it is known by/);
      rmSync(file('known_hosts'));
      expect(await sync(repository)).toMatch(/The file of PLUMBLINE_SSH_KNOWN_HOSTS cannot be read \(ENOENT\)\.$/);
      expect(told + refused).not.toContain(deployKey.private.split('\n')[1]);
    });

    it('may be written as `scp` writes them', async () => {
      const body = { name: 'By scp', remote_url: 'git@git.example.com:network/contexts.git' };
      expect((await send('POST', 'extras/git-repositories/', body)).remote_url).toBe(body.remote_url);
    });
  });
});
