import { audit } from '../harness/audit';
import type { Client } from '../harness/client';
import { connectionsOf, isAtRest } from '../harness/connections';
import { eventually } from '../harness/eventually';
import type { Load } from '../harness/load';
import { busyMachine, longestAnswer } from '../harness/long';
import type { Program } from '../harness/program';
import { brokenPromises, changeLogFlaws, type Fault, poorRefusals, slowest, unexcused } from '../harness/verify';

/** A run under load, after the faults it went through. */
export interface Aftermath {
  load: Load;
  /** `back` is in milliseconds after the fault, `load` that of the machine then, where that is looked at. */
  faults: readonly (Fault & { back: number; load?: number })[];
  /** Milliseconds after a fault within which everything must work again; on a busy machine in proportion. */
  backWithin: number;
  client: Client;
  databaseUrl: string;
}

/** Tests what holds through every fault: all is well again soon, and nothing is lost, half done, wrong or left hanging. */
export function itKeepsItsPromises(aftermath: () => Aftermath): void {
  it('is back soon, without help', () => {
    const { load, faults, backWithin } = aftermath();
    const allowed = ({ load: busy = 0 }) => backWithin * Math.max(1, busy / busyMachine);
    expect(faults.filter((fault) => fault.back > allowed(fault))).toEqual([]);
    expect(unexcused(load.observations, faults, Math.max(...faults.map(allowed)))).toEqual([]);
  });

  it('refuses meanwhile with a 503 that names what is missing, and keeps nobody waiting', () => {
    const { observations } = aftermath().load;
    expect(poorRefusals(observations)).toEqual([]);
    expect(slowest(observations)).toBeLessThan(longestAnswer);
  });

  it('answers nothing wrong', () => {
    expect(aftermath().load.surprises).toEqual([]);
  });

  it('keeps every answered write, and leaves nothing half done', async () => {
    const { load, client } = aftermath();
    expect(load.ledger.size).toBeGreaterThan(50);
    expect(await brokenPromises(client, load.ledger)).toEqual([]);
  });

  it('records every change exactly once', async () => {
    const { load, client, databaseUrl } = aftermath();
    expect(await changeLogFlaws(databaseUrl, client, load.ledger)).toEqual([]);
  });
}

/** Tests that nobody holds a connection or a lock who does nothing. */
export function itLetsGoOfConnections(databaseUrl: () => string): void {
  it('lets go of every connection and lock', async () => {
    await eventually('nobody holds anything', 60_000, async () => {
      const held = await connectionsOf(databaseUrl());
      if (!isAtRest(held)) throw new Error(JSON.stringify(held));
      return true;
    });
  });
}

/** Tests that an audit beside the running program finds nothing. */
export function itPassesTheAudit(program: () => Program): void {
  it('leaves nothing behind that the audit would find', async () => {
    await eventually('the audit finds nothing', 60_000, async () => {
      const { exitCode, text } = await audit(program());
      if (exitCode !== 0) throw new Error(text);
      return true;
    });
  });
}
