import { missingBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { type Form, missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { problemsOf } from './problemsOf';
import { alertQueries, dashboardQueries, isAboutReplicas, type Query } from './queries';
import { toldMeasures } from './toldMeasures';

const services = ['circuits', 'dcim', 'extras', 'ipam', 'tenancy', 'users', 'virtualization'];

describe('a query', () => {
  const told = toldMeasures(
    '# HELP a_total A.\na_total{verb="x y=\\"}",service="ipam"} 1\nb_bucket{le="+Inf"} 2.5e-7\nc 3\n',
  );
  const query = (expression: string, ...shown: string[]): Query => ({ of: 'it', expression, shown });

  it('passes when everything it speaks of is there', () => {
    expect([...told]).toEqual([
      ['a_total', new Set(['verb', 'service'])],
      ['b_bucket', new Set(['le'])],
      ['c', new Set()],
    ]);
    const fine = ['sum by (verb) (rate(a_total{service=~"i.*"}[5m])) / on(verb) a_total > 1', 'c', 'max(c) and c'];
    for (const expression of fine) expect(problemsOf(query(expression), told)).toEqual([]);
    expect(problemsOf(query('histogram_quantile(0.9, sum by (le) (rate(b_bucket[5m])))'), told)).toEqual([]);
  });

  it('is found out when a name or a label is not there, or when it is no query', () => {
    expect(problemsOf(query('sum(rate(b_count[5m]))'), told)).toEqual(['it: nothing is called b_count']);
    expect(problemsOf(query('a_total{app="x"}'), told)).toEqual(['it: a_total has no label app']);
    expect(problemsOf(query('sum by (app) (max by (verb) (a_total))'), told)).toEqual(['it: a_total has no label app']);
    expect(problemsOf(query('c', 'queue'), told)).toEqual(['it: c has no label queue']);
    expect(problemsOf(query('sum(c'), told)).not.toEqual([]);
    expect(problemsOf(query('1 + 1'), told)).toEqual(['it: asks for nothing']);
  });
});

describe('the alerts', () => {
  it('are told of a gateway that is away, of which nothing is measured', () => {
    const silences = alertQueries().filter(({ expression }) => /^absent\((\w+)\)$/.test(expression));
    expect(silences).toHaveLength(1);
    const told = toldMeasures('plumbline_service_up{service="ipam"} 1\n');
    expect(silences.flatMap((query) => problemsOf(query, told))).toEqual([]);
  });
});

const forms: [Form, string | undefined][] = [
  ['one', missingBuild],
  ['split', missingBuild ?? missingBroker],
];
for (const [form, missing] of forms)
  describeUnless(missing, `what is measured of Plumbline as ${form}`, () => {
    let whole: Whole;
    let page: string;
    const measure = async () => (await fetch(`${whole.url}/metrics/`)).text();

    beforeAll(async () => {
      whole = await startForm(form);
      await whole.client.must(201, 'POST', 'tenancy/tenants/', { name: 'Measured' });
      await whole.client.must(200, 'GET', 'tenancy/tenants/?limit=1');
      page = await eventually('every service tells what it measures', 60_000, async () => {
        const told = await measure();
        const isTold = (service: string) => told.includes(`plumbline_service_up{service="${service}"} 1`);
        return services.every(isTold) && told.includes('plumbline_outbox_waiting{service="tenancy"} 0') && told;
      });
    });
    afterAll(() => whole?.stop());

    it('is all that the dashboard asks for', () => {
      const told = toldMeasures(page);
      const queries = dashboardQueries();
      expect(queries.length).toBeGreaterThan(15);
      expect(queries.flatMap((query) => problemsOf(query, told))).toEqual([]);
    });

    it('is all that the alerts ask for', () => {
      const told = toldMeasures(page);
      const queries = alertQueries().filter((query) => !isAboutReplicas(query));
      expect(queries.length).toBeGreaterThan(5);
      expect(queries.flatMap((query) => problemsOf(query, told))).toEqual([]);
    });

    it('counts requests by route, model and class of status, never by address', async () => {
      const id = '00000000-0000-4000-8000-000000000000';
      await whole.client.must(404, 'GET', `tenancy/tenants/${id}/`);
      await whole.client.must(404, 'GET', 'nothing/like/this/');
      const told = await eventually('the requests are counted', 60_000, async () => {
        const now = await measure();
        return /^plumbline_model_requests_total\{model="tenancy.tenant",action="read",.*\} 1$/m.test(now) && now;
      });
      expect(told).toMatch(/^plumbline_model_requests_total\{model="tenancy.tenant",action="create",.*\} 1$/m);
      expect(told).toMatch(/^plumbline_model_requests_total\{model="tenancy.tenant",action="list",.*\} 1$/m);
      expect(told).toMatch(
        /^plumbline_http_request_duration_seconds_count\{method="GET",route="\/api\/tenancy\/tenants\/\{id\}\/",status="4xx",.*\} 1$/m,
      );
      expect(told).not.toContain(id);
      expect(told).not.toContain('like/this');
    });

    it('tells of every process, by the service it is of', () => {
      const measured = [...page.matchAll(/^process_resident_memory_bytes\{service="(\w+)",process="\S+:\d+"\}/gm)];
      const processes = form === 'one' ? ['all'] : ['gateway', ...services].sort();
      expect(measured.map(([, service]) => service).sort()).toEqual(processes);
      expect(page).toMatch(/^plumbline_jobs_waiting\{queue="default",service="extras"\} 0$/m);
      expect(page).toMatch(
        /^plumbline_bus_request_duration_seconds_count\{asked="tenancy",verb="read",service="(all|extras)",/m,
      );
    });
  });
