import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { freePort } from '../harness/freePort';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { type Collector, startCollector } from './collector';

const lostTraces = 'the collector does not take traces; they are lost';
/** Far more than it takes to stop, and far less than a collector may be silent. */
const soon = 25_000;

/** Serves some requests; none may fail. */
async function works({ client }: Whole): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await client.must(200, 'GET', 'extras/statuses/?limit=10');
}

describeUnless(missingBuild, 'a collector in trouble', () => {
  let port: number;
  let whole: Whole;
  let collector: Collector | undefined;
  beforeAll(async () => {
    port = await freePort();
    whole = await startForm('one', { env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } });
  });
  afterAll(async () => {
    await whole?.stop();
    await collector?.stop();
  });

  it('is complained of once when it is away, and harms nobody', async () => {
    const complaints = () => whole.complaints.filter(({ message }) => message === lostTraces);
    await works(whole);
    await eventually('it is complained of', 60_000, async () => complaints().length > 0);
    await works(whole);
    expect(complaints()).toHaveLength(1);
  });

  it('keeps nothing from stopping when it is there and does not answer', async () => {
    collector = await startCollector(() => undefined, port);
    await works(whole);
    await eventually('it was asked', 60_000, async () => collector!.headers.length > 0);
    const begun = Date.now();
    expect(await whole.end('SIGTERM')).toBe(0);
    expect(Date.now() - begun).toBeLessThan(soon);
    expect(collector.headers[0]?.['content-type']).toBe('application/x-protobuf');
  });
});
