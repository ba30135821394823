import { audit } from '../harness/audit';
import { missingBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { type Load, startLoad } from '../harness/load';
import { isLong, longestAnswer, rounds, within } from '../harness/long';
import { isHealthy, killPart, missingBuild } from '../harness/program';
import { brokenPromises, changeLogFlaws, poorRefusals, slowest, unexcused } from '../harness/verify';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describe-unless';

const parts = isLong
  ? ['gateway', 'ipam', 'tenancy', 'extras', 'users', 'dcim', 'circuits', 'virtualization']
  : ['ipam', 'gateway', 'extras'];
const kills = Array.from({ length: rounds(20, 1) }, () => parts).flat();
/** Milliseconds after a death within which everything must work again. */
const backWithin = within(5_000);

describeUnless(missingBuild ?? missingBroker, 'the split form while its processes are killed', () => {
  let program: Whole;
  let world: World;
  let load: Load;
  const deaths: { name: string; at: number; back: number }[] = [];

  beforeAll(
    async () => {
      program = await startForm('split');
      world = await prepareWorld(program.client);
      load = startLoad(() => program.client, world);
      await load.grows();
      for (const name of kills) {
        const before = program.partPid(name);
        const at = Date.now();
        killPart(program, name);
        await eventually(`${name} runs again`, 60_000, async () => program.partPid(name) !== before);
        await eventually('all is well', 60_000, () => isHealthy(program.url));
        deaths.push({ name, at, back: Date.now() - at });
        await load.grows();
      }
      await load.stop();
    },
    180_000 + kills.length * 40_000,
  );
  afterAll(() => program?.stop());

  it('is back soon, without help', () => {
    expect(deaths.filter(({ back }) => back > backWithin)).toEqual([]);
    expect(unexcused(load.observations, deaths, backWithin)).toEqual([]);
  });

  it('refuses meanwhile with a 503 that names what is missing, and keeps nobody waiting', () => {
    expect(poorRefusals(load.observations)).toEqual([]);
    expect(slowest(load.observations)).toBeLessThan(longestAnswer);
  });

  it('answers nothing wrong', () => {
    expect(load.surprises).toEqual([]);
  });

  it('keeps every answered write, and leaves nothing half done', async () => {
    expect(load.ledger.size).toBeGreaterThan(50);
    expect(await brokenPromises(program.client, load.ledger)).toEqual([]);
  });

  it('records every change exactly once', async () => {
    expect(await changeLogFlaws(program.database.url, program.client, load.ledger)).toEqual([]);
  });

  it('leaves nothing behind that the audit would find', async () => {
    await eventually('the audit finds nothing', 60_000, async () => {
      const { exitCode, text } = await audit(program);
      if (exitCode !== 0) throw new Error(text);
      return true;
    });
  });
});
