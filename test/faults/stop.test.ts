import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Broker, missingBroker, startBroker } from '../harness/broker';
import { embeddedIn } from '../harness/embedded';
import { type Load, startLoad } from '../harness/load';
import { rounds } from '../harness/long';
import { type Form, type LogLine, missingBuild, type Program, startProgram } from '../harness/program';
import { brokenPromises, changeLogFlaws } from '../harness/verify';
import { prepareWorld } from '../harness/world';
import { describeUnless } from '../program/describeUnless';

/** Milliseconds for which a program that was told to stop goes on answering, less some for the signal to arrive. */
const farewell = rounds(900, 500);

const ways: [Form, NodeJS.Signals][] = [
  ['one', 'SIGTERM'],
  ['split', 'SIGTERM'],
  // Its terminal is gone.
  ['one', 'SIGHUP'],
];

describe.each(ways)('a program told to stop under load, in the form %s, by %s', (form, signal) => {
  describeUnless(missingBuild ?? (form === 'split' ? missingBroker : undefined), 'stop', () => {
    let folder: string;
    let broker: Broker | undefined;
    let program: Program;
    let load: Load;
    let exitCode: number | null;
    /** What the log says of an end in bad order. */
    let fatal: LogLine[];
    let toldAt: number;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'plumbline-stop-'));
      broker = form === 'split' ? await startBroker() : undefined;
      const env: Record<string, string> = broker ? { NATS_URL: broker.url } : {};
      const options = {
        arguments: form === 'split' ? ['split'] : ['start'],
        dataFolder: folder,
        env,
      };
      program = await startProgram(options);
      const world = await prepareWorld(program.client);
      load = startLoad(() => program.client, world, { repeated: 0 });
      await load.grows();
      toldAt = Date.now();
      exitCode = await program.end(signal);
      fatal = program.complaints.filter(({ level }) => level === 'fatal');
      await load.stop();
      program.client.close();
      program = await startProgram(options);
    });
    afterAll(async () => {
      await program?.stop();
      await broker?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('answers everything that was under way, and what comes while it says farewell', () => {
      expect({ exitCode, fatal }).toEqual({ exitCode: 0, fatal: [] });
      const failed = load.observations.filter(({ status }) => status === 0 || status >= 500);
      expect(failed.filter(({ sent }) => sent < toldAt + farewell)).toEqual([]);
      expect(load.surprises).toEqual([]);
    });

    it('has everything when it is started again', async () => {
      expect(load.ledger.size).toBeGreaterThan(20);
      expect(await brokenPromises(program.client, load.ledger)).toEqual([]);
      expect(await changeLogFlaws(embeddedIn(folder).url, program.client, load.ledger)).toEqual([]);
    });
  });
});
