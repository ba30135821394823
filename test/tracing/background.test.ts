import { eventually } from '../harness/eventually';
import { missingBuild } from '../harness/program';
import { type JobsWhole, startWithJobs } from '../jobs/whole';
import { describeUnless } from '../program/describeUnless';
import { type Receiver, startReceiver } from '../webhooks/receiver';
import { type Collector, startCollector, type ToldSpan } from './collector';
import { clientTrace, outermost, wayUp } from './followTrace';

describeUnless(missingBuild, 'what a traced request leaves to be done', () => {
  let collector: Collector;
  let receiver: Receiver;
  let whole: JobsWhole;

  beforeAll(async () => {
    collector = await startCollector();
    receiver = await startReceiver();
    whole = await startWithJobs('one', {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      PLUMBLINE_OUTGOING_ALLOW: '127.0.0.1',
    });
  });
  afterAll(async () => {
    await whole?.stop();
    await receiver?.stop();
    await collector?.stop();
  });

  it('is part of its trace when it is a job, with all that the job asks for', async () => {
    const { traceId, spanId, headers } = clientTrace();
    await whole.enable('Greet');
    const body = { data: { who: 'traced' } };
    const started = await whole.client.must(201, 'POST', 'extras/jobs/Greet/run/', body, { headers });
    const result = started.body.job_result.id;
    await whole.ended(result);
    const isWrittenByJob = ({ name }: ToldSpan) => name === 'POST /api/tenancy/tenants/';
    const spans = await eventually('the job has been told of', 60_000, async () => {
      const found = collector.spans.filter((span) => span.traceId === traceId);
      const written = found.find(isWrittenByJob);
      return written && outermost(found, written).parentSpanId === spanId && found;
    });
    const written = spans.find(isWrittenByJob)!;
    const way = wayUp(spans, written);
    expect(way.slice(0, 2)).toEqual(['plumbline POST /api/tenancy/tenants/', 'plumbline-worker job']);
    expect(way.at(-1)).toBe('plumbline POST /api/extras/jobs/{id}/run/');
    expect(written.attributes['plumbline.request_id']).toBe(result);
    expect(JSON.stringify(spans)).not.toContain('Job t1.');
  });

  it('is a trace of its own when it is a delivery, known by the request, and the receiver hears nothing of it', async () => {
    const { traceId, headers } = clientTrace();
    await whole.client.must(201, 'POST', 'extras/webhooks/', {
      name: 'traced',
      content_types: ['tenancy.tenant'],
      type_create: true,
      payload_url: `${receiver.url}/hook?key=hidden-in-the-address`,
      http_method: 'POST',
      secret: 'hidden-in-the-signature',
    });
    const made = await whole.client.must(201, 'POST', 'tenancy/tenants/', { name: 'Delivered' }, { headers });
    const delivery = await eventually('the delivery has been told of', 60_000, async () =>
      collector.spans.find(
        ({ name, attributes }) => name === 'webhook delivery' && attributes['plumbline.request_id'] === made.requestId,
      ),
    );
    expect(delivery.parentSpanId).toBeUndefined();
    expect(delivery.traceId).not.toBe(traceId);
    expect(delivery.attributes['plumbline.outcome']).toBe('delivered');
    expect(Number(delivery.attributes['http.response.status_code'])).toBe(200);
    expect(receiver.received).toHaveLength(1);
    expect(Object.keys(receiver.received[0]!.headers).filter((name) => name.startsWith('trace'))).toEqual([]);
    expect(JSON.stringify(collector.spans)).not.toMatch(/hidden-in-the/);
  });
});
