import { randomUUID } from 'node:crypto';
import { Client as PostgresClient } from 'pg';
import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { longestAnswer } from '../harness/long';
import { inParallel } from '../harness/parallel';
import { missingBuild } from '../harness/program';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describeUnless';

describeUnless(missingBuild, 'deletions that are under way, or were left half done', () => {
  let program: Whole;
  let world: World;
  let database: PostgresClient;
  let turn = 0;
  const make = async (path: string, body: object) => (await program.client.must(201, 'POST', path, body)).body.id;
  const aTenant = (): Promise<string> => make('tenancy/tenants/', { name: `tenant ${turn++}` });
  const prefix = (more: object) => ({
    prefix: `10.0.${turn++}.0/24`,
    namespace: world.namespace,
    status: world.statuses.get('Active'),
    ...more,
  });
  const mark = (id: string, seconds: number, operation = randomUUID()) =>
    database.query(
      "INSERT INTO tenancy.deleting_mark VALUES ('tenancy.tenant', $1, $2, now() + make_interval(secs => $3)) RETURNING expires",
      [id, operation, seconds],
    );
  /** What a request is answered while its target is marked for four seconds more, and whether the mark had expired by then. */
  const whileMarked = async (id: string, ...request: Parameters<typeof program.client.call>) => {
    const [marked] = (await mark(id, 4)).rows;
    const { status } = await program.client.call(...request);
    const { rows } = await database.query('SELECT now() >= $1 AS expired', [marked.expires]);
    return [status, rows[0].expired];
  };

  const removeByHand = async (app: string, table: string, id: string) => {
    await database.query(`SET search_path = ${app}`);
    await database.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
    await database.query('RESET search_path');
  };

  beforeAll(async () => {
    program = await startForm('one');
    world = await prepareWorld(program.client);
    database = new PostgresClient({ connectionString: program.database.url });
    await database.connect();
  });
  afterAll(async () => {
    await database?.end();
    await program?.stop();
  });

  it('keep a writer waiting until it is known how they end', async () => {
    const kept = await aTenant();
    expect(await whileMarked(kept, 'POST', 'ipam/prefixes/', prefix({ tenant: kept }))).toEqual([201, true]);

    const gone = await aTenant();
    const operation = randomUUID();
    await mark(gone, 60, operation);
    const writing = program.client.call('POST', 'ipam/prefixes/', prefix({ tenant: gone }));
    await removeByHand('tenancy', 'tenant', gone);
    const refused = await writing;
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['tenant']]);
  });

  it('keep one that names its target by attributes waiting as well', async () => {
    const name = `named ${turn++}`;
    const id = await make('tenancy/tenants/', { name });
    expect(await whileMarked(id, 'POST', 'ipam/prefixes/', prefix({ tenant: { name } }))).toEqual([201, true]);
  });

  it('keep another deletion of the same object waiting, and then it finds nothing', async () => {
    const id = await aTenant();
    expect(await whileMarked(id, 'DELETE', `tenancy/tenants/${id}/`)).toEqual([204, true]);
    const another = await aTenant();
    const answers = await inParallel(Array.from({ length: 8 }), 8, () =>
      program.client.call('DELETE', `tenancy/tenants/${another}/`),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(7).fill(404)]);
  });

  it('are conflicts when they do not end in time', async () => {
    const id = await aTenant();
    const operation = randomUUID();
    await mark(id, 60, operation);
    const [write, remove] = await Promise.all([
      program.client.call('POST', 'ipam/prefixes/', prefix({ tenant: id })),
      program.client.call('DELETE', `tenancy/tenants/${id}/`),
    ]);
    expect([write.status, write.body.detail]).toEqual([409, 'A related object is being deleted or changed.']);
    expect([remove.status, remove.body.detail]).toEqual([409, 'Unable to delete object. It is being deleted already.']);
    expect(Math.max(write.milliseconds, remove.milliseconds)).toBeLessThan(longestAnswer);
    await database.query('DELETE FROM tenancy.deleting_mark WHERE operation = $1', [operation]);
  });

  it('are carried out by the others after a crash, in the name of whoever wanted them', async () => {
    const tag = await make('extras/tags/', { name: 'half gone', content_types: ['ipam.prefix', 'tenancy.tenant'] });
    const tagged = await make('ipam/prefixes/', prefix({ tags: [tag] }));
    const { rows } = await database.query("SELECT id FROM users.user WHERE username = 'admin'");
    await removeByHand('extras', 'tag', tag);
    const operation = randomUUID();
    const author = { identity: { userId: rows[0].id, username: 'admin' }, requestId: randomUUID() };
    const toDelete = { 'extras.tag': [tag] };
    for (const app of ['ipam', 'tenancy'])
      await database.query(`INSERT INTO ${app}.prepared_deletion VALUES ($1, 'extras', $2, $3)`, [
        operation,
        author,
        toDelete,
      ]);
    await database.query('INSERT INTO extras.pending_deletion VALUES ($1, now(), $2, $3)', [
      operation,
      ['ipam', 'tenancy'],
      { toDelete, requestId: author.requestId },
    ]);
    await eventually('the tag is off the prefix', 60_000, async () => {
      const { body } = await program.client.must(200, 'GET', `ipam/prefixes/${tagged}/`);
      return body.tags.length === 0;
    });
    await eventually('the pending deletion is settled', 60_000, async () => {
      const { rowCount } = await database.query('SELECT 1 FROM extras.pending_deletion');
      return rowCount === 0;
    });
  });
});
