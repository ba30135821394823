import { readSettings } from '@plumbline/config';
import { demandByServer, examinePooler, examineRoom } from '../src/doctor/connections';

const shared = 'postgres://plumbline@db/plumbline';

describe('the connections that all processes together may open', () => {
  it('are ten for each process, those of background work and workers, and some for people, on one server', () => {
    const [demand, ...others] = demandByServer(readSettings({ DATABASE_URL: shared }));
    expect(others).toEqual([]);
    expect(demand).toMatchObject({ processes: 7, connections: 7 * 10 + 5 + 10 + 10 });
  });

  it('are counted by server, with as many processes as the gateway is told of', () => {
    const settings = readSettings({
      DATABASE_URL: shared,
      IPAM_DATABASE_URL: 'postgres://ipam@other/ipam',
      IPAM_URL: 'http://a:1,http://b:1,http://c:1',
      PLUMBLINE_DATABASE_POOL_SIZE: '20',
      PLUMBLINE_WORKERS: '2',
      PLUMBLINE_WORKER_CONCURRENCY: '4',
    });
    const [rest, ipam] = demandByServer(settings).sort((a, b) => b.services.length - a.services.length);
    expect(rest).toMatchObject({ processes: 6, connections: 6 * 20 + 5 + 2 * 14 + 10 });
    expect(ipam).toEqual({ services: ['ipam'], isAll: false, processes: 3, connections: 3 * 20 + 10 });
  });

  it('are shared out by a pooler, which should have some for answers', () => {
    const pooled = { DATABASE_URL: shared, PLUMBLINE_DATABASE_POOLER: 'transaction' };
    expect(examinePooler(readSettings(pooled)).verdict).toBe('doubtful');
    const settings = readSettings({ ...pooled, PLUMBLINE_DATABASE_POOLER_ANSWERS: 'answers' });
    expect(examinePooler(settings).verdict).toBe('well');
  });

  it('must fit into the server', () => {
    const demand = { services: ['ipam'], isAll: false, processes: 3, connections: 70 };
    expect(examineRoom(demand, 97).verdict).toBe('well');
    expect(examineRoom(demand, 69)).toMatchObject({
      verdict: 'ill',
      text: '70 may be wanted by 3 processes, the workers and people, 69 to be had',
    });
  });
});
