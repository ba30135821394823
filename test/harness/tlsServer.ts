import { X509Certificate } from 'node:crypto';
import { chmodSync, chownSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { Client } from 'pg';
import { createLog } from '../../libs/log/src';
import { startEmbeddedPostgres } from '../../program/src/embedded-postgres';
import { serverAccount } from '../../program/src/embedded-postgres/account';
import type { Certificate } from './certificates';
import { eventually } from './eventually';
import { freePort } from './freePort';

/** A PostgreSQL server whose TLS tests change as it runs. */
export interface TlsServer {
  port: number;
  /** Its superuser's address, without a word on TLS. */
  url: string;
  /** Shows this certificate from now on; without one it offers no TLS. */
  show(certificate: Certificate | undefined): Promise<void>;
  /** Lets clients in by these lines of pg_hba.conf, before its own. */
  letIn(lines: readonly string[]): Promise<void>;
  run(statement: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

const log = createLog({ name: 'test', level: 'silent' });

/** Starts a server of its own; clients' certificates are held against that of the authority. */
export async function startTlsServer(authority: Certificate): Promise<TlsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-tls-'));
  const port = await freePort();
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log, port, settings: { shared_buffers: '32MB' } });
  const data = join(folder, 'postgres', 'data');
  const account = serverAccount();
  const put = (from: string, name: string) => {
    const path = join(data, name);
    copyFileSync(from, path);
    chmodSync(path, 0o600);
    if (account) chownSync(path, account.uid, account.gid);
  };
  put(authority.certificate, 'clients.crt');
  const rules = join(data, 'pg_hba.conf');
  const usual = readFileSync(rules, 'utf8');
  const url = postgres.url.replace(/\?.*$/, '');

  const run = async (...statements: string[]): Promise<Record<string, unknown>[]> => {
    const client = new Client({
      connectionString: url,
      ssl: (await shown(port)) ? { rejectUnauthorized: false } : false,
    });
    await client.connect();
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) rows = (await client.query(statement)).rows;
      return rows;
    } finally {
      await client.end();
    }
  };
  const set = (name: string, value: string) => `alter system set ${name} = '${value}'`;
  return {
    port,
    url,
    run,
    show: async (certificate) => {
      if (certificate) {
        put(certificate.certificate, 'server.crt');
        put(certificate.key, 'server.key');
      }
      await run(set('ssl_ca_file', 'clients.crt'), set('ssl', certificate ? 'on' : 'off'), 'select pg_reload_conf()');
      const wanted = certificate && new X509Certificate(readFileSync(certificate.certificate)).fingerprint256;
      await eventually('the server shows it', 60_000, async () => (await shown(port)) === wanted);
    },
    letIn: async (lines) => {
      writeFileSync(rules, `${lines.join('\n')}\n${usual}`);
      await run('select pg_reload_conf()');
      await eventually('the rules are known', 60_000, async () => {
        const [found] = await run('select count(*)::int as n from pg_hba_file_rules');
        const [loaded] = await run(
          `select pg_conf_load_time() > '${new Date(Date.now() - 60_000).toISOString()}' as fresh`,
        );
        return Number(found?.n) > lines.length && loaded?.fresh === true;
      });
    },
    stop: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The fingerprint of the certificate a server shows; undefined when it offers no TLS. */
const shown = (port: number): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])));
    socket.once('error', reject);
    socket.once('data', (answer) => {
      if (answer.toString() !== 'S') {
        socket.destroy();
        return resolve(undefined);
      }
      const encrypted = connectTls({ socket, rejectUnauthorized: false }, () => {
        resolve(encrypted.getPeerX509Certificate()?.fingerprint256);
        encrypted.destroy();
      });
      encrypted.once('error', reject);
    });
  });
