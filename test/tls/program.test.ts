import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Authority, certificateFolder, createAuthority } from '../harness/certificates';
import { eventually } from '../harness/eventually';
import { missingBuild, type Program, startProgram } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { startTlsServer, type TlsServer } from '../harness/tlsServer';
import { prepareWorld } from '../harness/world';
import { describeUnless } from '../program/describeUnless';

/** Everything that connects to a server which lets nobody in without TLS, and shows a certificate of its own authority. */
describeUnless(missingBuild, 'a database that is reached with TLS alone', () => {
  let folder: string;
  let authority: Authority;
  let server: TlsServer;
  let address: string;
  let program: Program;

  beforeAll(async () => {
    folder = certificateFolder();
    authority = createAuthority(folder, 'Authority of the tests');
    server = await startTlsServer(authority);
    await server.show(authority.issue('localhost', ['DNS:localhost']));
    await server.letIn(['hostnossl all all 127.0.0.1/32 reject']);
    address = addressWith('verify-full', authority.certificate);
    program = await startProgram({ arguments: ['start'], env: { DATABASE_URL: address } });
  });

  afterAll(async () => {
    await program?.stop();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const addressWith = (mode: string, root?: string, host = 'localhost') =>
    `${server.url.replace('127.0.0.1', host)}?sslmode=${mode}${root ? `&sslrootcert=${root}` : ''}`;

  test('serves and runs jobs, over TLS throughout', async () => {
    await prepareWorld(program.client);
    const connections = await eventually('the worker is there', 60_000, async () => {
      const found = await server.run(`
        select application_name, ssl from pg_stat_activity join pg_stat_ssl using (pid) where application_name <> ''`);
      return found.some(({ application_name }) => /at work/.test(String(application_name))) && found;
    });
    expect(connections.filter(({ ssl }) => ssl !== true)).toEqual([]);
    expect(connections.length).toBeGreaterThan(8);
  });

  test('is reached by commands', async () => {
    const env = { DATABASE_URL: address, PLUMBLINE_DATA: join(folder, 'data') };
    const doctor = await runCommand(['doctor', '--quick'], env);
    expect(doctor.text).toMatch(/ipam: tables/);
    expect(doctor.text).not.toMatch(/cannot be used/);
    const dump = await runCommand(['dump', join(folder, 'dump.jsonl')], env);
    expect(dump).toMatchObject({ exitCode: 0 });
    expect(await runCommand(['migrate'], env)).toMatchObject({ exitCode: 0 });
  });

  test('and of which a setting is wrong is told in one sentence, with the setting and the host', async () => {
    const other = createAuthority(folder, 'somebody else');
    const refused = async (command: string[], DATABASE_URL: string) =>
      runCommand(command, { DATABASE_URL, PLUMBLINE_DATA: join(folder, 'data'), PORT: '0' });
    const wrong = await refused(['migrate'], addressWith('verify-ca', other.certificate));
    expect(wrong.exitCode).not.toBe(0);
    expect(wrong.text.trim().split('\n')).toHaveLength(1);
    expect(wrong.text).toMatch(
      /^DATABASE_URL: PostgreSQL on localhost:\d+: its certificate was not signed by .*sslrootcert/,
    );
    const started = await refused(['start'], addressWith('verify-full', authority.certificate, '127.0.0.1'));
    expect(started.text).toMatch(
      /^DATABASE_URL: PostgreSQL on 127.0.0.1:\d+: sslmode=verify-full wants a certificate/m,
    );
    expect(started.text).not.toMatch(/ at /);
    const examined = await refused(['doctor', '--quick'], addressWith('disable'));
    expect(examined.text).toMatch(
      /DATABASE_URL: PostgreSQL on localhost:\d+: it wants TLS, and sslmode=disable has none/,
    );
    const misspelt = await refused(['migrate'], addressWith('verify_full'));
    expect(misspelt.text).toMatch(
      /DATABASE_URL must be an address that holds: sslmode is one of disable, .*"verify_full"/,
    );
    for (const command of ['migrate', 'start']) {
      const missing = await refused([command], addressWith('verify-full', join(folder, 'nowhere.crt')));
      expect([command, missing.exitCode]).toEqual([command, 78]);
      expect(missing.text).toMatch(/^DATABASE_URL: PostgreSQL on .*nowhere.crt is not there\. Name it in sslrootcert/m);
    }
  });
});
