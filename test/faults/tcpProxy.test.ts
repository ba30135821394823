import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../libs/testkit/src/database';
import { eventually } from '../harness/eventually';
import { startTcpProxy, type TcpProxy } from '../harness/tcpProxy';
import { throughPort } from '../harness/throughPort';

/** The trap that other suites here set: they know what has become of a write because it holds back the right commit. */
describe('a COMMIT that is caught', () => {
  let database: TestDatabase;
  let line: TcpProxy;
  const clients: Client[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    line = await startTcpProxy({ port: Number(new URL(database.url).port) });
  });
  afterEach(() => {
    for (const client of clients.splice(0)) void client.end();
  });
  afterAll(async () => {
    await line.close();
    await database.drop();
  });

  async function connect(): Promise<Client> {
    const client = new Client({ connectionString: throughPort(database.url, line.port) });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  }
  const begin = async (client: Client, word: string) => {
    await client.query('BEGIN');
    await client.query(`SELECT '${word}'`);
  };

  it.each([
    ['was rolled back', (client: Client) => client.query('ROLLBACK')],
    ['was lost with its connection', (client: Client) => client.end()],
  ])('is that of the next attempt where the first one %s, and of nobody else', async (_, end) => {
    const [first, second] = [await connect(), await connect()];
    const trap = line.catchCommit(['needle'], 'swallow');
    await begin(first, 'needle');
    await end(first);
    const other = await connect();
    await begin(other, 'hay');
    await other.query('COMMIT');
    expect(trap.isCaught).toBe(false);
    await begin(second, 'needle');
    const lost = expect(second.query('COMMIT')).rejects.toThrow();
    await eventually('it is caught', 60_000, async () => trap.isCaught);
    trap.break();
    await lost;
  });
});
