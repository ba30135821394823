import { runCommand } from '../harness/runCommand';
import type { Estate } from './describeEstate';

/** What the doctor says of a replica, whoever reads from it. */
export function describeDoctor(estate: () => Estate): void {
  it('is what the doctor looks after', async () => {
    const { pair } = estate();
    const doctor = async () =>
      (
        await runCommand(['doctor', '--quick'], {
          DATABASE_URL: pair.primaryUrl,
          PLUMBLINE_READ_REPLICA_URL: pair.standbyUrl,
          PLUMBLINE_READ_REPLICA_LAG: '60',
        })
      ).text;
    expect(await doctor()).toContain('ok    ipam: read replicas: 1 of 1 within 60 s of the primary');
    await pair.killStandby();
    try {
      expect(await doctor()).toMatch(/look {2}ipam: read replicas: 0 of 1 .*\n {6}→ The primary answers instead\./);
    } finally {
      await pair.startStandby();
    }
  });
}
