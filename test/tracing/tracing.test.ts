import { missingBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { type Form, type LogLine, missingBuild, token } from '../harness/program';
import { prepareWorld, type World } from '../harness/world';
import { describeMeasures } from '../monitoring/describeMeasures';
import { describeUnless } from '../program/describeUnless';
import { type Collector, startCollector, type ToldSpan } from './collector';
import { clientTrace, outermost, wayUp } from './followTrace';

const isServer = ({ kind }: ToldSpan) => kind === 2;

/** What a trace of a place with its tenant looks like from the innermost statement outwards. */
const ways: Record<Form, string[]> = {
  one: [
    'plumbline SELECT tenancy',
    'plumbline tenancy.tenant.fetch',
    'plumbline tenancy.tenant.fetch',
    'plumbline GET dcim',
    'plumbline GET /api/dcim/locations/{id}/',
  ],
  split: [
    'plumbline-tenancy SELECT tenancy',
    'plumbline-tenancy tenancy.tenant.fetch',
    'plumbline-dcim tenancy.tenant.fetch',
    'plumbline-dcim GET dcim',
    'plumbline-gateway GET dcim',
    'plumbline-gateway GET /api/dcim/locations/{id}/',
  ],
};

const forms: [Form, string | undefined][] = [
  ['one', missingBuild],
  ['split', missingBuild ?? missingBroker],
];
for (const [form, missing] of forms)
  describeUnless(missing, `what is told of Plumbline as ${form}`, () => {
    const lines: LogLine[] = [];
    let collector: Collector;
    let whole: Whole;

    beforeAll(async () => {
      collector = await startCollector();
      const env = {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=open%20sesame',
        PLUMBLINE_LOG_LEVEL: 'debug',
      };
      whole = await startForm(form, { env, onLine: (line) => lines.push(line) });
    });
    afterAll(async () => {
      await whole?.stop();
      await collector?.stop();
    });

    // First, because it counts what was asked.
    describe('by its measures', () => describeMeasures(() => whole));

    describe('by the trace of a request', () => {
      let world: World;
      let place: string;

      beforeAll(async () => {
        world = await prepareWorld(whole.client);
        const tenant = await whole.client.must(201, 'POST', 'tenancy/tenants/', { name: `traced ${world.run}` });
        await whole.client.must(200, 'PATCH', `dcim/locations/${world.location}/`, { tenant: tenant.body.id });
        place = `dcim/locations/${world.location}/?depth=1`;
      });

      const spansOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);
      /** A trace whose outermost span has come, and with it all that was done before it ended. */
      const traced = (traceId: string, what: string, isThere: (spans: ToldSpan[]) => unknown) =>
        eventually(what, 60_000, async () => (isThere(spansOf(traceId)) ? spansOf(traceId) : undefined));

      it('goes on with the trace of its client, through every process to the last statement', async () => {
        const { traceId, spanId, headers } = clientTrace();
        const { requestId } = await whole.client.must(200, 'GET', place, undefined, { headers });
        const spans = await traced(traceId, 'the whole trace has come', (found) =>
          found.some((span) => {
            const way = wayUp(found, span);
            return way.join() === ways[form].join();
          }),
        );
        const statement = spans.find((span) => wayUp(spans, span).join() === ways[form].join());
        expect(spans.map((span) => wayUp(spans, span))).toContainEqual(ways[form]);
        expect(statement?.attributes['db.query.text']).toMatch(/^SELECT .*\$1/);
        const door = outermost(spans, statement!);
        expect(door.parentSpanId).toBe(spanId);
        expect(door.attributes).toMatchObject({
          'http.request.method': 'GET',
          'http.route': '/api/dcim/locations/{id}/',
          'plumbline.request_id': requestId,
        });
        expect(Number(door.attributes['http.response.status_code'])).toBe(200);
        for (const span of spans.filter(isServer)) expect(span.attributes['plumbline.request_id']).toBe(requestId);
      });

      it('has its id, and that of its trace, in the lines of every service', async () => {
        const { traceId, headers } = clientTrace();
        const { requestId } = await whole.client.must(200, 'GET', place, undefined, { headers });
        const about = (message: string) =>
          eventually(`a line says ${message}`, 60_000, async () =>
            lines.find((line) => line.message === message && line.requestId === requestId && line.traceId === traceId),
          );
        const served = await about('bus call served');
        const answered = await about('request answered');
        expect(served.subject).toMatchObject({ app: expect.any(String), verb: expect.any(String) });
        expect([served.name, answered.name]).toEqual(form === 'one' ? ['all', 'all'] : [expect.any(String), 'gateway']);
        if (form === 'split') {
          expect(served.name).toBe((served.subject as { app: string }).app);
          expect((await about('request served')).name).toBe('dcim');
        }
      });

      it('tells the collector no secrets, and nothing of what was asked', async () => {
        const { traceId, headers } = clientTrace();
        const secret = 'a-word-nobody-else-uses';
        await whole.client.must(400, 'GET', `dcim/locations/?api_key=${secret}`, undefined, { headers });
        await whole.client.must(200, 'GET', `dcim/locations/?q=${secret}`, undefined, { headers });
        await whole.client.must(201, 'POST', 'tenancy/tenants/', { name: secret }, { headers });
        await whole.client.must(403, 'GET', 'dcim/locations/', undefined, {
          headers: { ...headers, authorization: `Token ${secret}` },
        });
        await traced(
          traceId,
          'all four have come',
          (found) => found.filter((span) => 'http.route' in span.attributes).length === 4,
        );
        const told = JSON.stringify(collector.spans);
        for (const word of [secret, token, world.location, 'authorization']) expect(told).not.toContain(word);
        expect(collector.headers.every((sent) => sent['x-collector-key'] === 'open sesame')).toBe(true);
      });

      it('is not traced when its client says that it need not be', async () => {
        const quiet = clientTrace(false);
        await whole.client.must(200, 'GET', place, undefined, { headers: quiet.headers });
        const after = clientTrace();
        await whole.client.must(200, 'GET', place, undefined, { headers: after.headers });
        await traced(after.traceId, 'a later one has come', (found) =>
          found.some((span) => 'http.route' in span.attributes),
        );
        expect(spansOf(quiet.traceId)).toEqual([]);
      });

      it('is told of although the program ends at once', async () => {
        const { requestId } = await whole.client.must(200, 'GET', 'extras/statuses/?limit=1');
        await whole.end('SIGTERM');
        expect(collector.spans.map(({ attributes }) => attributes['plumbline.request_id'])).toContain(requestId);
      });
    });
  });
