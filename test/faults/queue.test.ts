import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { createLog } from '@plumbline/log';
import { openQueue, provideQueue, type QueueOptions } from '@plumbline/queue';
import { openLibraryPool, provisionService, queueSchema } from '@plumbline/store';
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { secretKey } from '../harness/program';
import { asOperator } from '../harness/sql';
import { startTcpProxy, type TcpProxy } from '../harness/tcpProxy';
import { throughPort } from '../harness/throughPort';

/** Milliseconds that everything between the queue and its database takes: goodbyes are still on their way. */
const late = 200;

// As when a program stops: the embedded PostgreSQL goes as soon as its services say that they have gone. An error that
// nobody caught fails the test.
describe('a queue whose server ends its connections just as they are being closed', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let queue: QueueOptions;
  beforeAll(async () => {
    database = await createTestDatabase();
    const direct = await provisionService({ adminUrl: database.url, app: 'extras', secretKey, queued: true });
    const { hostname, port } = new URL(direct);
    proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    const log = createLog({ name: 'test', level: 'silent' });
    queue = { connectionString: throughPort(direct, proxy.port), schema: queueSchema('extras'), log };
    await provideQueue(queue);
  });
  afterAll(async () => {
    await proxy.close();
    await database.drop();
  });
  beforeEach(() => proxy.set({ late }));

  /** Ends every connection through the proxy, and waits until all of them are gone on this side too. */
  const endAll = async () => {
    await asOperator(database.url, async (run) => {
      await run(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
    });
    await proxy.idle();
  };

  it('has been provided', async () => {
    await provideQueue(queue);
    await endAll();
    expect(proxy.open).toBe(0);
  });

  it('has been run', async () => {
    const failures: unknown[] = [];
    const onFailure = (error: unknown) => failures.push(error);
    const runner = await openQueue(queue).run({ name: 'test', tasks: {}, concurrency: 1, onFailure });
    await runner.stop();
    await endAll();
    expect(failures).toEqual([]);
  });

  it('gives up a connection on which its server has fallen silent', async () => {
    proxy.set('good');
    const keepAlive = jest.spyOn(Socket.prototype, 'setKeepAlive');
    const pool = openLibraryPool({ ...queue, applicationName: 'test', size: 1, listens: true, lost: () => undefined });
    await pool.query('SELECT 1');
    // Where nothing is asked on it, the system looks whether the server is there.
    expect(keepAlive).toHaveBeenCalledWith(true, 10_000);
    keepAlive.mockRestore();
    proxy.set('silent');
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    const asked = pool.query('SELECT 1').catch((error: Error) => error.message);
    await turn();
    jest.advanceTimersByTime(40_000);
    jest.useRealTimers();
    expect(await asked).toBe('Query read timeout');
    proxy.set('good');
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});
