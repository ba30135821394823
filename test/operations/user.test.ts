import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { user } from '../../program/src/command/user';
import { findProgram } from '../../program/src/supervisor/findProgram';
import { eventually } from '../harness/eventually';
import { entry, missingBuild, type Program, secretKey, startProgram } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';

let database: TestDatabase;
let folder: string;
let program: Program;

const settings = () => ({ DATABASE_URL: database.url, PLUMBLINE_DATA: folder });
const run = (args: string[], input?: string) => runCommand(['user', ...args], settings(), input);

/** The status of a request as somebody with a name and password, or with a token. */
async function statusAs(authorization: string, path = '/api/users/tokens/'): Promise<number> {
  const answer = await fetch(program.url + path, { headers: { authorization, accept: 'application/json' } });
  await answer.body?.cancel();
  return answer.status;
}
const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

interface Listed {
  username: string;
  [key: string]: unknown;
}
const listed = async (name: string): Promise<Listed | undefined> =>
  (JSON.parse((await run(['list', '--json'])).text) as Listed[]).find(({ username }) => username === name);

describeUnless(missingBuild, 'plumbline user', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'plumbline-user-'));
  });
  afterAll(async () => {
    await program?.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('says in a sentence when there is nothing to work on, and makes nothing', async () => {
    const empty = join(folder, 'empty');
    const nowhere = await runCommand(['user', 'list'], { PLUMBLINE_DATA: empty });
    expect([nowhere.exitCode, nowhere.text]).toEqual([
      78,
      expect.stringMatching(/^There is no Plumbline in .*empty\. Say where/),
    ]);
    expect(readdirSync(folder)).toEqual([]);
    const fresh = await run(['list']);
    expect([fresh.exitCode, fresh.text]).toEqual([1, expect.stringContaining('nothing was started or migrated')]);
    const away = await runCommand(['user', 'list'], { DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/nothing' });
    expect([away.exitCode, away.text]).toEqual([1, expect.stringMatching(/^.*127\.0\.0\.1:1.*\n$/)]);
    expect(away.text).not.toContain('hidden');
  });

  it.each([
    [[], /^Say what is to be done: plumbline user list\|add\|/],
    [['lst'], /^There is no "plumbline user lst"; did you mean list\? All there are: list, add,/],
    [['add'], /^Say which user: plumbline user add NAME/],
    [['list', 'ada'], /^Say no more than that/],
    [['password', 'ada', 'secret'], /^Say which user: plumbline user password NAME/],
    [['add', 'ada', '--password=x'], /^--password is not an option/],
    [['change', 'ada'], /^Say what is to be changed of ada/],
    [['change', 'ada', '--staff', '--no-staff'], /^--staff and its opposite/],
    [['token', 'ada', '--expires='], /^--expires needs a value/],
    [['token', 'ada', '--expires'], /^--expires needs a value/],
    [['token', 'ada', '--expires=soon'], /^--expires takes a moment .* or a time from now \(30d, 12h\), not "soon"/],
    [['token', 'ada', '--expires=-5d'], /^--expires takes a moment .*not "-5d"/],
    [['token', 'ada', '--expires=0d'], /^With --expires=0d the token would be over already/],
    [['token', 'ada', '--expires=2020-01-01'], /^With --expires=2020-01-01 the token would be over already/],
    [['add', 'ada', '--superuser=true'], /^--superuser takes no value/],
    [['add', 'ada', '--supperuser'], /^--supperuser is not an option\. Did you mean --superuser\?/],
    [['add', 'ada', '--email'], /^--email needs a value/],
    [['add', '-superuser'], /^"-superuser" is not an option/],
  ])('%j is refused', async (args, message) => {
    const refusal = await user(args, settings()).catch((error) => error);
    expect(refusal.message.replace(/^Plumbline cannot start.*\n {2}- /, '')).toMatch(message);
  });

  describe('while Plumbline runs', () => {
    beforeAll(async () => {
      const env = { ...settings(), PLUMBLINE_WORKERS: '0', PLUMBLINE_LOG_LEVEL: 'warn' };
      program = await startProgram({ env, healthPath: '/health/ready/' });
    });

    it('adds a user, whose password comes from standard input', async () => {
      const flags = ['--superuser', '--staff', '--email=ada@example.com', '--first-name', 'Ada'];
      const outcome = await run(['add', 'ada', ...flags], 'lovelace\nnot this\n');
      expect(outcome).toEqual({ exitCode: 0, text: 'ada was added.\n' });
      expect(await listed('ada')).toMatchObject({
        is_superuser: true,
        is_staff: true,
        is_active: true,
        has_password: true,
        email: 'ada@example.com',
        first_name: 'Ada',
        tokens: 0,
      });
      expect(await statusAs(basic('ada', 'lovelace'))).toBe(200);
    });

    it('refuses what the API would refuse, in its words', async () => {
      expect(await run(['add', 'ada'], 'x\n')).toMatchObject({ exitCode: 1, text: 'There is a user ada already.\n' });
      expect(await run(['add', 'a b', '--email=nothing'], 'x\n')).toMatchObject({
        exitCode: 1,
        text: expect.stringMatching(/^username: Enter a valid username\..*\nemail: Enter a valid email address\.\n$/),
      });
      expect(await run(['add', 'bob'])).toMatchObject({ exitCode: 78, text: expect.stringMatching(/no password/) });
      expect(await run(['password', 'adda'], 'x\n')).toMatchObject({
        exitCode: 1,
        text: expect.stringContaining('There is no user adda; did you mean ada?'),
      });
      expect(await listed('bob')).toBeUndefined();
    });

    it('sets a password', async () => {
      expect(await run(['password', 'ada'], 'analytical engine\r\n')).toMatchObject({ exitCode: 0 });
      expect(await statusAs(basic('ada', 'analytical engine'))).toBe(200);
      expect(await statusAs(basic('ada', 'lovelace'))).toBe(403);
    });

    it('makes tokens that are shown once, lists and revokes them', async () => {
      const made = await run(['token', 'ada', '--read-only', '--expires=30d', '--description=of a script']);
      const [key] = /^[0-9a-f]{40}$/m.exec(made.text)!;
      expect(await statusAs(`Token ${key}`, '/api/users/users/')).toBe(200);
      const { text } = await run(['token', 'ada', '--list', '--json']);
      const [token] = JSON.parse(text);
      expect(token).toMatchObject({ description: 'of a script', write_enabled: false, key_ending: key.slice(-6) });
      expect(Date.parse(token.expires) - Date.now()).toBeGreaterThan(29 * 86_400_000);
      expect(text).not.toContain(key);
      expect(await run(['token', 'ada', '--revoke', token.id])).toMatchObject({ exitCode: 0 });
      await eventually('the token is refused', 60_000, async () => (await statusAs(`Token ${key}`)) === 403);
      expect((await run(['token', 'ada', '--list'])).text).toBe('ID  KEY  DESCRIPTION  WRITES  CREATED  EXPIRES\n');
      expect(await run(['token', 'ada', '--expires=soon'])).toMatchObject({
        exitCode: 78,
        text: expect.stringMatching(/^--expires takes /),
      });
    });

    it('changes what is named, and who is not active is let in no more', async () => {
      expect(await run(['change', 'ada', '--no-superuser', '--inactive', '--last-name=Lovelace'])).toMatchObject({
        exitCode: 0,
      });
      expect(await listed('ada')).toMatchObject({
        is_superuser: false,
        is_active: false,
        is_staff: true,
        last_name: 'Lovelace',
      });
      expect(await statusAs(basic('ada', 'analytical engine'))).toBe(403);
    });

    it('says so when the last superuser is none any more, or is let in no more', async () => {
      const none = { exitCode: 0, text: expect.stringMatching(/Nobody who is active is a superuser now/) };
      expect(await run(['change', 'admin', '--inactive'])).toMatchObject(none);
      expect(await run(['change', 'admin', '--active', '--no-superuser'])).toMatchObject(none);
      expect(await run(['change', 'admin', '--superuser'])).toEqual({ exitCode: 0, text: 'admin was changed.\n' });
    });

    it('lists users in a table in which nobody can move the cursor', async () => {
      await run(['change', 'ada', '--last-name=\u001b[2JLovelace']);
      const { exitCode, text } = await run(['list']);
      expect(exitCode).toBe(0);
      expect(text).toMatch(
        /^NAME +FULL NAME +EMAIL .*\nada +Ada �\[2JLovelace +ada@example\.com +no +yes +no +yes +\d +never\nadmin /,
      );
    });

    const missing = findProgram('script') === undefined ? 'script (of util-linux) is not installed.' : undefined;
    describeUnless(missing, 'on a terminal', () => {
      const say = (typed: string[]) => onTerminal(['user', 'add', 'grace'], typed);

      it('asks twice and shows nothing of it', async () => {
        const different = await say(['one thing\r', 'another\r']);
        expect(different.text).toMatch(/Password of grace: \r\nThe same again: \r\nThe two are not the same/);
        const cancelled = await say(['half\u0003']);
        expect(cancelled.text).toMatch(/Password of grace: \r\nNothing was changed/);
        const { text, exitCode } = await say(['hoppxx\u007f\u007fer\r', 'hopper\r']);
        expect([text.trim(), exitCode]).toEqual(['Password of grace: \r\nThe same again: \r\ngrace was added.', 0]);
        expect(await statusAs(basic('grace', 'hopper'), '/api/users/tokens/')).toBe(403);
        expect(await listed('grace')).toMatchObject({ has_password: true });
      });
    });
  });

  it('works on the embedded database, too', async () => {
    const env = { PLUMBLINE_DATA: join(folder, 'embedded') };
    expect(await runCommand(['migrate'], env)).toMatchObject({ exitCode: 0 });
    expect(await runCommand(['user', 'add', 'ada', '--no-password'], env)).toMatchObject({ exitCode: 0 });
    const { text } = await runCommand(['user', 'list', '--json'], env);
    expect(JSON.parse(text)).toMatchObject([{ username: 'ada', has_password: false }]);
  });
});

/** Runs a command on a terminal, typing each line when its prompt stands there. */
function onTerminal(args: string[], typed: string[]): Promise<{ exitCode: number | null; text: string }> {
  const words = [process.execPath, entry, ...args].map((word) => `'${word}'`).join(' ');
  const terminal = spawn('script', ['-qec', words, '/dev/null'], {
    env: { PATH: process.env.PATH, PLUMBLINE_SECRET_KEY: secretKey, ...settings() },
    cwd: tmpdir(),
  });
  const waiting = [...typed];
  let text = '';
  let prompts = 0;
  terminal.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    for (const seen = text.match(/(Password of \w+|The same again): /g)?.length ?? 0; prompts < seen; prompts++)
      terminal.stdin.write(waiting.shift()!);
  });
  return new Promise((resolve) => {
    terminal.once('close', (exitCode) => resolve({ exitCode, text }));
  });
}
