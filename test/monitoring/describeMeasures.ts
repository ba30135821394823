import { apps } from '../../libs/config/src';
import { eventually } from '../harness/eventually';
import type { Whole } from '../harness/forms';
import { problemsOf } from './problemsOf';
import { alertQueries, dashboardQueries, isAboutReplicas } from './queries';
import { toldMeasures } from './toldMeasures';

/** What is measured of a program that nobody has asked anything yet. */
export function describeMeasures(whole: () => Whole): void {
  let page: string;
  const measure = async () => (await fetch(`${whole().url}/metrics/`)).text();

  beforeAll(async () => {
    await whole().client.must(201, 'POST', 'tenancy/tenants/', { name: 'Measured' });
    await whole().client.must(200, 'GET', 'tenancy/tenants/?limit=1');
    page = await eventually('every service tells what it measures', 60_000, async () => {
      const told = await measure();
      const isTold = (service: string) => told.includes(`plumbline_service_up{service="${service}"} 1`);
      return apps.every(isTold) && told.includes('plumbline_outbox_waiting{service="tenancy"} 0') && told;
    });
  });

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
    await whole().client.must(404, 'GET', `tenancy/tenants/${id}/`);
    await whole().client.must(404, 'GET', 'nothing/like/this/');
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
    const processes = whole().form === 'one' ? ['all'] : ['gateway', ...apps].sort();
    expect(measured.map(([, service]) => service).sort()).toEqual(processes);
    expect(page).toMatch(/^plumbline_jobs_waiting\{queue="default",service="extras"\} 0$/m);
    expect(page).toMatch(
      /^plumbline_bus_request_duration_seconds_count\{asked="tenancy",verb="read",service="(all|extras)",/m,
    );
  });
}
