import { type Load, startLoad } from '../harness/load';
import { rounds } from '../harness/long';
import type { LogLine, Program } from '../harness/program';
import { brokenPromises, changeLogFlaws } from '../harness/verify';
import { prepareWorld } from '../harness/world';

/** Milliseconds for which a program that was told to stop goes on answering, less some for the signal to arrive. */
const farewell = rounds(900, 500);

/** A program that can be told to stop. */
export interface Stoppable {
  program: Program;
  databaseUrl: string;
  /** Starts a program on what this one has kept. */
  startAgain(): Promise<Program>;
}

/** What has to hold of a program that is told to stop under load. */
export function describeStop(signal: NodeJS.Signals, stoppable: () => Stoppable): void {
  describe(`and is told to stop under load, by ${signal}`, () => {
    let again: Program;
    let load: Load;
    let exitCode: number | null;
    /** What the log says of an end in bad order. */
    let fatal: LogLine[];
    let toldAt: number;

    beforeAll(async () => {
      const { program, startAgain } = stoppable();
      load = startLoad(() => program.client, await prepareWorld(program.client), { repeated: 0 });
      await load.grows();
      const before = program.complaints.length;
      toldAt = Date.now();
      exitCode = await program.end(signal);
      fatal = program.complaints.slice(before).filter(({ level }) => level === 'fatal');
      await load.stop();
      program.client.close();
      again = await startAgain();
    });
    afterAll(() => again?.stop());

    it('answers everything that was under way, and what comes while it says farewell', () => {
      expect({ exitCode, fatal }).toEqual({ exitCode: 0, fatal: [] });
      const failed = load.observations.filter(({ status }) => status === 0 || status >= 500);
      expect(failed.filter(({ sent }) => sent < toldAt + farewell)).toEqual([]);
      expect(load.surprises).toEqual([]);
    });

    it('has everything when it is started again', async () => {
      expect(load.ledger.size).toBeGreaterThan(20);
      expect(await brokenPromises(again.client, load.ledger)).toEqual([]);
      expect(await changeLogFlaws(stoppable().databaseUrl, again.client, load.ledger)).toEqual([]);
    });
  });
}
