import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { backgroundWork, system } from '@plumbline/engine';
import type { Identity } from '@plumbline/http';
import { bare, defineModel, f, type Model, organizational } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { startTestServices, type TestServices, testSettings } from '@plumbline/testkit';
import { extrasService } from '../../services/extras/src';
import { settleDelivery } from '../../services/extras/src/webhooks/settleDelivery';
import { eventually } from '../harness/eventually';
import { type Received, type Receiver, startReceiver } from './receiver';
import { tls } from './tls';

/** Stands for a model of another service. */
const Tenant = defineModel('tenancy.tenant', {
  endpoint: 'tenants',
  title: 'tenant',
  traits: [organizational, { customFields: false, relationships: false, computedFields: false, webhooks: true }],
  fields: { name: f.text(100).unique(), description: f.text(200).default(''), comments: f.text().default('') },
  filterable: ['name'],
});

/** Stand for models that webhooks can tell of, too. */
const [Cable, Rack] = (['dcim.cable', 'dcim.rack'] as const).map((label) =>
  defineModel(label, {
    endpoint: `${label.split('.')[1]}s`,
    title: label.split('.')[1]!,
    traits: [bare, { webhooks: true }],
    fields: { name: f.text(100) },
  }),
) as [Model, Model];

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let plumbline: TestServices;
const receivers: Receiver[] = [];
const listen: typeof startReceiver = async (...how) => {
  const receiver = await startReceiver(...how);
  receivers.push(receiver);
  return receiver;
};

beforeAll(async () => {
  const webhooks = { ...testSettings().webhooks, timeout: 2_000, attempts: 4, firstWait: 20, longestWait: 50 };
  plumbline = await startTestServices(
    [extrasService, { app: 'tenancy', models: [Tenant] }, { app: 'dcim', models: [Cable, Rack] }],
    { outgoingAllow: ['127.0.0.1'], webhooks, logLevel: 'silent' },
    { contentTypes, contentTypeNames },
  );
});
afterAll(async () => {
  await plumbline?.stop();
  for (const receiver of receivers) await receiver.stop();
});

const ada: Identity = { ...system, username: 'ada' };
const request = (method: string, path: string, body?: unknown) =>
  plumbline.request(method, `/api/${path}`, body, { as: ada });

async function aWebhook(receiver: { url: string }, more: object = {}) {
  const every = { type_create: true, type_update: true, type_delete: true };
  const names = { name: `hook ${crypto.randomUUID()}`, content_types: ['tenancy.tenant'], ...every };
  const url = `${receiver.url}/${crypto.randomUUID()}`;
  const { status, body } = await request('POST', 'extras/webhooks/', { ...names, payload_url: url, ...more });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}
const aTenant = async (more: object = {}) =>
  (await request('POST', 'tenancy/tenants/', { name: `tenant ${crypto.randomUUID()}`, ...more })).body;
const deliveriesOf = async (id: string, query = '') =>
  (await request('GET', `extras/webhooks/${id}/deliveries/${query}`)).body;
const finished = async (id: string, count = 1) => {
  await eventually('deliveries are finished', 60_000, async () => {
    const { results } = await deliveriesOf(id);
    return results.length >= count && results.every(({ status }: { status: string }) => status !== 'pending');
  });
  return (await deliveriesOf(id)).results;
};
/** Deletes a webhook, so that what later tests do is not told to it. */
const quiet = (id: string) => request('DELETE', `extras/webhooks/${id}/`);
const about = (received: Received[], id: string) => received.filter(({ body }) => body?.data?.id === id);

describe('what is told', () => {
  it('is who did what to an object, how it was and how it is', async () => {
    const receiver = await listen();
    const hook = await aWebhook(receiver, { secret: 'a key' });
    const { id, name } = await aTenant();
    await request('PATCH', `tenancy/tenants/${id}/`, { description: 'new' });
    await request('DELETE', `tenancy/tenants/${id}/`);
    await finished(hook.id, 3);
    const [created, updated, deleted] = receiver.received.map(({ body }) => body);
    expect(receiver.received).toHaveLength(3);
    expect(created).toMatchObject({
      event: 'created',
      model: 'tenant',
      username: 'ada',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+00:00$/),
      request_id: expect.stringMatching(/^[-0-9a-f]{36}$/),
      data: { id, name, description: '', url: `/api/tenancy/tenants/${id}/` },
      snapshots: { prechange: null, postchange: { name }, differences: { removed: null, added: { name } } },
    });
    expect(Object.keys(created)).toEqual([
      'event',
      'timestamp',
      'model',
      'username',
      'request_id',
      'data',
      'snapshots',
    ]);
    expect(updated).toMatchObject({
      event: 'updated',
      snapshots: {
        prechange: { description: '' },
        postchange: { description: 'new' },
        differences: { removed: { description: '' }, added: { description: 'new' } },
      },
    });
    expect(Object.keys(updated.snapshots.differences.added)).toEqual(['description']);
    expect(deleted).toMatchObject({
      event: 'deleted',
      data: { description: 'new' },
      snapshots: {
        prechange: { description: 'new' },
        postchange: null,
        differences: { removed: { description: 'new' }, added: null },
      },
    });
    const [{ method, headers, text }] = receiver.received as [Received];
    expect([method, headers['content-type']]).toEqual(['POST', 'application/json']);
    expect(headers['x-hook-signature']).toBe(createHmac('sha512', 'a key').update(text).digest('hex'));
    expect(text).toContain(`{"event": "created", "timestamp": "`);
    await quiet(hook.id);
  });

  it('can be put in other words, under other headers and by another method', async () => {
    const receiver = await listen();
    const hook = await aWebhook(receiver, {
      type_update: false,
      type_delete: false,
      http_method: 'PUT',
      http_content_type: 'text/plain',
      additional_headers: 'X-Link: http://a.example:80/{{ model }}\r\n\r\nX-User: {{ username }}\n',
      body_template: '{{ data.name|upper }} {{ event }} – {{ snapshots.prechange }}',
    });
    const { id, name } = await aTenant();
    await request('DELETE', `tenancy/tenants/${id}/`);
    await finished(hook.id);
    const [{ method, headers, text }] = receiver.received as [Received];
    expect(receiver.received).toHaveLength(1);
    expect(method).toBe('PUT');
    expect(headers).toMatchObject({
      'content-type': 'text/plain',
      'x-link': 'http://a.example:80/tenant',
      'x-user': 'ada',
    });
    expect(headers['x-hook-signature']).toBeUndefined();
    expect(text).toMatch(new RegExp(`^${name.toUpperCase()} created – `));
    await quiet(hook.id);
  });

  it('has the headers that the webhook names and no others, whatever stands in texts of the object', async () => {
    const receiver = await listen();
    const hook = await aWebhook(receiver, {
      type_update: false,
      type_delete: false,
      additional_headers:
        'Authorization: Token x\nX-About: {{ data.description }}\n{% for part in [1, 2] %}X-Part-{{ part }}: 1\n{% endfor %}',
    });
    const description = 'North\nAuthorization: Token y\r\nX-More: 1\rSouth';
    await aTenant({ description });
    expect(await finished(hook.id)).toMatchObject([{ status: 'delivered' }]);
    const [{ headers, body }] = receiver.received as [Received];
    expect(headers).toMatchObject({
      authorization: 'Token x',
      'x-about': 'North Authorization: Token y X-More: 1 South',
      'x-part-1': '1',
      'x-part-2': '1',
    });
    expect(headers['x-more']).toBeUndefined();
    expect(body.data.description).toBe(description);
    await quiet(hook.id);
  });

  it('is one call for each object of a list, and none for what is switched off or was not to be told', async () => {
    const receiver = await listen();
    const hook = await aWebhook(receiver, { type_update: false });
    const off = await aWebhook(receiver, { enabled: false });
    const other = await aWebhook(receiver, { content_types: ['dcim.rack'] });
    const names = [1, 2, 3].map((number) => ({ name: `listed ${number} ${crypto.randomUUID()}` }));
    const made = (await request('POST', 'tenancy/tenants/', names)).body;
    await request('PATCH', `tenancy/tenants/${made[0].id}/`, { description: 'x' });
    expect((await request('POST', 'tenancy/tenants/', [{ name: 'good' }, {}])).status).toBe(400);
    await aTenant();
    expect((await finished(hook.id, 4)).length).toBe(4);
    expect(receiver.received.map(({ body }) => body.event)).toEqual(Array(4).fill('created'));
    expect([(await deliveriesOf(off.id)).count, (await deliveriesOf(other.id)).count]).toEqual([0, 0]);
    for (const { id } of [hook, off, other]) await quiet(id);
  });
});

describe('a delivery', () => {
  it('is tried again until it arrives, and what came later waits for its turn', async () => {
    let refusals = 2;
    const receiver = await listen(() => (refusals-- > 0 ? 503 : 204));
    const hook = await aWebhook(receiver);
    const { id } = await aTenant();
    for (const description of ['1', '2']) await request('PATCH', `tenancy/tenants/${id}/`, { description });
    const [, , first] = await finished(hook.id, 3);
    expect(first).toMatchObject({
      status: 'delivered',
      attempts: 3,
      answer_status: 204,
      problem: '',
      action: 'create',
    });
    expect(about(receiver.received, id).map(({ status, body }) => [status, body.data.description])).toEqual([
      [503, ''],
      [503, ''],
      [204, ''],
      [204, '1'],
      [204, '2'],
    ]);
    const ids = new Set(receiver.received.slice(0, 3).map(({ headers }) => headers['x-plumbline-delivery']));
    expect([...ids]).toEqual([first.id]);
    await quiet(hook.id);
  });

  it('fails after so many tries, lets the next one pass, and can be sent again', async () => {
    let refuse = true;
    const receiver = await listen(({ body }) => (refuse && body.event === 'created' ? 500 : 200));
    const hook = await aWebhook(receiver);
    const { id } = await aTenant();
    await request('PATCH', `tenancy/tenants/${id}/`, { description: 'x' });
    const [second, first] = await finished(hook.id, 2);
    expect(first).toMatchObject({
      status: 'failed',
      attempts: 4,
      answer_status: 500,
      problem: 'The receiver answered with 500.',
      object_id: id,
      object_type: 'tenancy.tenant',
    });
    expect(second.status).toBe('delivered');
    expect((await deliveriesOf(hook.id, '?status=failed')).count).toBe(1);
    refuse = false;
    expect((await request('POST', `extras/webhooks/${hook.id}/resend/`, {})).body).toEqual({ queued: 1, failed: 0 });
    expect((await finished(hook.id, 2)).map(({ status }: { status: string }) => status)).toEqual([
      'delivered',
      'delivered',
    ]);
    const again = { deliveries: [second.id] };
    expect((await request('POST', `extras/webhooks/${hook.id}/resend/`, again)).body).toEqual({ queued: 1, failed: 0 });
    await finished(hook.id, 2);
    expect(receiver.received.at(-1)!.body.event).toBe('updated');
    await quiet(hook.id);
  });

  it.each([
    [
      'templates that hang',
      { body_template: '{% for a in range(99999) %}{% for b in range(99999) %}{{ a }}{% endfor %}{% endfor %}' },
      /^The template of the body makes no text/,
    ],
    ['templates that are none', { body_template: '{{ ' }, /^The template of the body makes no text/],
    ['headers that are none', { additional_headers: 'nonsense' }, 'A line of the headers has no colon.'],
    [
      'headers that HTTP does not allow',
      { additional_headers: 'X A: b' },
      'There is a header that HTTP does not allow.',
    ],
    [
      'headers that say how to travel',
      { additional_headers: 'Transfer-Encoding: chunked' },
      /not the webhook's to set/,
    ],
    ['places that are not to be asked', { payload_url: 'http://169.254.169.254/latest/' }, /where nothing is sent/],
    ['places that are none', { payload_url: 'nowhere' }, 'The URL is none.'],
    ['other protocols', { payload_url: 'file:///etc/passwd' }, 'The URL begins with neither http nor https.'],
    ['certificates that are none', { ca_file_path: '/dev/zero' }, 'The CA file cannot be read as certificates.'],
  ])('fails at once for %s', async (_what, more, problem) => {
    const receiver = await listen();
    const hook = await aWebhook(receiver, more);
    await aTenant();
    const [delivery] = await finished(hook.id);
    expect(delivery).toMatchObject({ status: 'failed', attempts: 1, problem: expect.stringMatching(problem) });
    expect(receiver.received).toHaveLength(0);
    await quiet(hook.id);
  });

  it('fails at once where all there is to tell is more than is sent, which a template that tells less mends', async () => {
    const receiver = await listen();
    const hook = await aWebhook(receiver);
    const tenant = await aTenant({ comments: 'x'.repeat(3 * 1024 * 1024) });
    const [delivery] = await finished(hook.id);
    const problem = expect.stringMatching(/^The body would have 9\.\d MiB, and at most 8 are sent: .* body template/);
    expect(delivery).toMatchObject({ status: 'failed', attempts: 1, problem });
    await request('PATCH', `extras/webhooks/${hook.id}/`, {
      body_template: '{"event": "{{ event }} {{ data.name }}"}',
    });
    expect((await request('POST', `extras/webhooks/${hook.id}/resend/`, {})).body).toEqual({ queued: 1, failed: 0 });
    expect(await finished(hook.id)).toMatchObject([{ status: 'delivered' }]);
    expect(receiver.received.map(({ body }) => body)).toEqual([{ event: `created ${tenant.name}` }]);
    await quiet(hook.id);
  });

  it('waits for no receiver that does not answer, and reads no answer that does not end', async () => {
    let givenUp = false;
    const silent = await listen(() => (res) => {
      res.once('close', () => {
        givenUp = true;
      });
    });
    const endless = await listen(() => (res) => {
      res.writeHead(200);
      const more = () => {
        while (res.write('x'.repeat(10_000)));
      };
      res.on('drain', more);
      more();
    });
    const hooks = [await aWebhook(silent), await aWebhook(endless)];
    expect((await request('POST', 'tenancy/tenants/', { name: crypto.randomUUID() })).status).toBe(201);
    expect(givenUp).toBe(false);
    // What is only waited for must not be collected as garbage: the time would never be up.
    const collecting = setInterval(collect, 200);
    const [unanswered] = await finished(hooks[0].id);
    clearInterval(collecting);
    expect(unanswered).toMatchObject({ status: 'failed', attempts: 4, problem: 'No answer within 2 seconds.' });
    expect(await finished(hooks[1].id)).toMatchObject([{ status: 'delivered', answer_status: 200 }]);
    for (const { id } of hooks) await quiet(id);
  });

  it('gets through beside those to receivers on the same host that do not answer', async () => {
    const host = await listen(({ path }) => (path.startsWith('/silent') ? () => undefined : 200));
    const silent = await aWebhook(host, { payload_url: `${host.url}/silent` });
    const heard = await aWebhook(host);
    const names = Array.from({ length: 60 }, () => ({ name: crypto.randomUUID() }));
    const tenants = (await request('POST', 'tenancy/tenants/', names)).body as { id: string }[];
    expect(tenants).toHaveLength(60);
    const sentTo = ({ payload_url }: { payload_url: string }) =>
      host.received.filter(({ path }) => payload_url.endsWith(path)).length;
    await eventually('all have been told', 30_000, async () => sentTo(heard) === 60);
    // Half of the places are its own, and each try keeps one for two seconds.
    expect(sentTo(silent)).toBeLessThan(30);
    await request('DELETE', `extras/webhooks/${silent.id}/`);
    await quiet(heard.id);
  });

  it('goes over TLS to receivers that are trusted: by everybody, by a file, or without a look', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-ca-'));
    const file = join(folder, 'ca.pem');
    writeFileSync(file, tls.cert);
    const receiver = await listen(() => 200, tls);
    const ways = [{}, { ca_file_path: file }, { ssl_verification: false }];
    const hooks = [];
    for (const way of ways) hooks.push(await aWebhook(receiver, way));
    await aTenant();
    const [[strict], [trusting], [careless]] = await Promise.all(hooks.map(({ id }) => finished(id)));
    expect(strict).toMatchObject({ status: 'failed', attempts: 4, problem: expect.stringMatching(/certificate/) });
    expect([trusting, careless]).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }]);
    expect(receiver.received).toHaveLength(2);
    for (const { id } of hooks) await quiet(id);
    rmSync(folder, { recursive: true });
  });

  it('rests while its webhook is switched off', async () => {
    let status = 500;
    let isSwitchedOff = () => {};
    const switchedOff = new Promise<void>((resolve) => (isSwitchedOff = resolve));
    const receiver = await listen(() => (res) => void switchedOff.then(() => res.writeHead(status).end()));
    const hook = await aWebhook(receiver);
    await aTenant();
    await eventually('it is being tried', 60_000, async () => receiver.received.length > 0);
    await request('PATCH', `extras/webhooks/${hook.id}/`, { enabled: false });
    isSwitchedOff();
    await eventually('it was refused', 60_000, async () => (await deliveriesOf(hook.id)).results[0].problem !== '');
    const tries = receiver.received.length;
    const other = await aWebhook(await listen());
    await aTenant();
    await finished(other.id);
    expect((await deliveriesOf(hook.id)).results).toMatchObject([{ status: 'pending' }]);
    expect(receiver.received.length).toBe(tries);
    status = 200;
    await request('PATCH', `extras/webhooks/${hook.id}/`, { enabled: true });
    expect(await finished(hook.id)).toMatchObject([{ status: 'delivered' }]);
    for (const { id } of [hook, other]) await quiet(id);
  });

  it('is not counted as tried where the receiver had no say in it', async () => {
    const { engine } = plumbline.services.get('extras')!;
    const hook = await aWebhook(await listen(), { enabled: false });
    const [webhook, object_id, claim, id] = [hook.id, crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    await engine.database.run(sql.unsafe`
      INSERT INTO webhookdelivery (id, webhook, label, object_id, action, change, attempts, created)
      VALUES (${id}::uuid, ${webhook}::uuid, 'tenancy.tenant', ${object_id}::uuid, 'update', ${crypto.randomUUID()}::uuid, 2, now())`);
    await engine.database.run(sql.unsafe`
      INSERT INTO webhooklane (webhook, object_id, due, claim)
      VALUES (${webhook}::uuid, ${object_id}::uuid, now() + interval '1 hour', ${claim}::uuid)`);
    const claimed = { id, webhook, object_id, claim, attempts: 2, change: undefined };
    const problem = 'The server was stopped.';
    await settleDelivery(backgroundWork(engine), claimed, { result: 'again', isNoTry: true, problem });
    expect((await deliveriesOf(webhook)).results).toMatchObject([{ status: 'pending', attempts: 1, problem }]);
  });

  it('is taken up again when who was at it has gone', async () => {
    const receiver = await listen();
    const { database } = plumbline.services.get('extras')!.engine;
    const hook = await aWebhook(receiver, { enabled: false });
    const [webhook, object, change] = [hook.id, crypto.randomUUID(), crypto.randomUUID()];
    await database.run(sql.unsafe`
      INSERT INTO objectchange SELECT entry.* FROM jsonb_populate_recordset((SELECT objectchange FROM objectchange LIMIT 1),
        ${JSON.stringify([{ id: change, changed_object_id: object }])}::jsonb) entry`);
    await database.run(sql.unsafe`
      INSERT INTO webhookdelivery (id, webhook, label, object_id, action, change, attempts, created)
      VALUES (${crypto.randomUUID()}::uuid, ${webhook}::uuid, 'tenancy.tenant', ${object}::uuid, 'update', ${change}::uuid, 1, now())`);
    await database.run(sql.unsafe`
      INSERT INTO webhooklane (webhook, object_id, due, claim)
      VALUES (${webhook}::uuid, ${object}::uuid, now() + interval '1 second', ${crypto.randomUUID()}::uuid)`);
    await request('PATCH', `extras/webhooks/${hook.id}/`, { enabled: true });
    expect(await finished(hook.id)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
    await quiet(hook.id);
  });
});

describe('the list of deliveries', () => {
  it('tells what it cannot make sense of', async () => {
    const hook = await aWebhook(await listen(), { enabled: false });
    const list = (query: string) => request('GET', `extras/webhooks/${hook.id}/deliveries/?${query}`);
    expect(await list('status=odd')).toMatchObject({ status: 400, body: { status: [expect.any(String)] } });
    expect(await list('state=failed')).toMatchObject({ status: 400, body: { state: ['Unknown filter field'] } });
    for (const form of ['format=json', 'api_version=2.1', 'format=json&limit=1&status=failed'])
      expect(await list(form)).toMatchObject({ status: 200, body: { count: 0, results: [] } });
    const resend = (body: unknown) => request('POST', `extras/webhooks/${hook.id}/resend/`, body);
    for (const body of [[], 'x', { deliveries: 'x' }, { deliveries: ['x'] }, { deliveries: [1] }, { other: 1 }])
      expect((await resend(body)).status).toBe(400);
    expect((await resend({ deliveries: [crypto.randomUUID()] })).body).toEqual({ queued: 0, failed: 0 });
  });

  it('loses what is old', async () => {
    const receiver = await listen();
    const hook = await aWebhook(receiver);
    await aTenant();
    await finished(hook.id);
    const { database } = plumbline.services.get('extras')!.engine;
    await database.run(
      sql.unsafe`UPDATE webhookdelivery SET finished = now() - interval '25 hours' WHERE webhook = ${hook.id}`,
    );
    await eventually('it is gone', 60_000, async () => (await deliveriesOf(hook.id)).count === 0);
    await quiet(hook.id);
  });
});

describe('a secret', () => {
  it('is shown to who may see the webhook, and is nowhere else', async () => {
    const secret = `secret ${crypto.randomUUID()}`;
    const hook = await aWebhook(await listen(), { enabled: false, secret });
    expect((await request('GET', `extras/webhooks/${hook.id}/`)).body.secret).toBe(secret);
    await request('PATCH', `extras/webhooks/${hook.id}/`, { type_delete: false });
    expect((await request('GET', `extras/webhooks/${hook.id}/`)).body.secret).toBe(secret);
    await request('POST', `extras/webhooks/${hook.id}/notes/`, { note: 'x' });
    const notes = await request('GET', `extras/notes/?assigned_object_id=${hook.id}&depth=3`);
    expect(notes.body.results[0].assigned_object).toMatchObject({ id: hook.id, secret: null });
    const changes = await request('GET', `extras/object-changes/?limit=50&depth=2`);
    expect(changes.body.results.map(({ object_repr }: { object_repr: string }) => object_repr)).toContain(hook.name);
    expect(notes.text + changes.text).not.toContain(secret);
    const { database } = plumbline.services.get('extras')!.engine;
    const stored = await database.rows(sql.unsafe`
      SELECT secret AS text FROM webhook UNION ALL SELECT record::text FROM outbox
      UNION ALL SELECT object_data::text || object_data_v2::text FROM objectchange`);
    expect(JSON.stringify(stored)).not.toContain(secret);
  });
});

test('no two webhooks tell the same, whoever makes them at once', async () => {
  const receiver = await listen();
  const url = `${receiver.url}/same`;
  const one = { content_types: ['dcim.rack'], payload_url: url, type_create: true, type_update: true };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => request('POST', 'extras/webhooks/', { ...one, name: crypto.randomUUID() })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
  expect(answers.find(({ status }) => status === 400)!.body).toEqual({
    type_create: [`A webhook already exists for create on dcim | rack to URL ${url}`],
    type_update: [`A webhook already exists for update on dcim | rack to URL ${url}`],
  });
  const others = ['dcim.cable', 'dcim.cable'].map((label) => ({
    name: crypto.randomUUID(),
    content_types: [label],
    payload_url: url,
    type_delete: true,
  }));
  expect((await request('POST', 'extras/webhooks/', others)).body).toEqual([
    {},
    { type_delete: [`A webhook already exists for delete on dcim | cable to URL ${url}`] },
  ]);
});
