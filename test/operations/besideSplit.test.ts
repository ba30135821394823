import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { missingBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';
import { type Load, startLoad } from '../harness/load';
import { rounds } from '../harness/long';
import { type LogLine, missingBuild, type Program, startProgram, untilHealthy } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { prepareWorld } from '../harness/world';
import { describeUnless } from '../program/describeUnless';

/** Requests a process must have served for it to have its share. */
const share = 10;

describeUnless(
  missingBuild ?? missingBroker,
  'a second ipam beside start:split, as docs/operations.md starts it',
  () => {
    let folder: string;
    let port: number;
    let natsUrl: string | undefined;
    let program: Program;
    let second: Program | undefined;
    let load: Load;
    const served = { first: 0, second: 0 };

    const countIn = (which: keyof typeof served) => (line: LogLine) => {
      if (typeof line.natsUrl === 'string') natsUrl ??= line.natsUrl;
      if (line.name === 'ipam' && line.message === 'request served') served[which]++;
    };
    /** What is told on the machine of `start:split`: its broker and its data folder, which has key and database. */
    const startSecond = () =>
      startProgram({
        arguments: ['--target=ipam'],
        port,
        env: { NATS_URL: natsUrl!, PLUMBLINE_SECRET_KEY: '', PLUMBLINE_LOG_LEVEL: 'debug' },
        dataFolder: folder,
        healthPath: '/health/ready/',
        onLine: countIn('second'),
      });
    const bothServe = async () => {
      const before = { ...served };
      await eventually('both have their share', 60_000, async () =>
        (['first', 'second'] as const).every((which) => served[which] - before[which] >= share),
      );
    };
    const failed = () => load.observations.filter(({ status }) => status === 0 || status >= 500);

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'plumbline-beside-'));
      port = await freePort();
      program = await startProgram({
        arguments: ['split'],
        env: {
          IPAM_URL: `http://127.0.0.1:${port}`,
          PLUMBLINE_SECRET_KEY: '',
          PLUMBLINE_LOG_LEVEL: 'debug',
          PLUMBLINE_WORKERS: '0',
        },
        dataFolder: folder,
        onLine: countIn('first'),
      });
      load = startLoad(
        () => ({
          ...program.client,
          // What a client sees that sends a request again once, under its key, when the answer asks for it, and not before.
          call: async (method, path, body, options) => {
            const headers = { ...options?.headers, 'idempotency-key': randomUUID() };
            const send = () => program.client.call(method, path, body, { ...options, headers });
            const answer = await send();
            if (answer.status !== 0 && answer.status !== 503) return answer;
            await sleep(1_000 * Number(answer.headers['retry-after'] ?? 1));
            return send();
          },
        }),
        await prepareWorld(program.client),
        { repeated: 0, workers: rounds(3, 2) },
      );
    });
    afterAll(async () => {
      await load?.stop();
      await second?.stop();
      await program?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('is not missed as long as it is not there', async () => {
      await load.grows(20);
      await untilHealthy(program.url);
      // Its log is read a moment later than its answers.
      await eventually('the first one serves', 60_000, async () => served.first > 0);
      expect(failed()).toEqual([]);
    });

    it('is found by the gateway, which spreads requests over both', async () => {
      second = await startSecond();
      await bothServe();
      expect(failed()).toEqual([]);
    });

    it('is found by the doctor where its address leads to it, and to nobody else', async () => {
      const at = `http://127.0.0.1:${port}`;
      const settings = { NATS_URL: natsUrl!, PLUMBLINE_SECRET_KEY: '', PLUMBLINE_DATA: folder };
      const urls = { IPAM_URL: `http://127.0.0.1:1,${at}`, DCIM_URL: at, TENANCY_URL: 'http://127.0.0.1:1' };
      const { text } = await runCommand(['doctor', '--quick'], { ...settings, ...urls });
      const told = text.split('\n').filter((line) => / address: /.test(line));
      expect(told.sort()).toEqual([
        `BAD   dcim: address: not reached at ${at}: the ipam service answers at 127.0.0.1:${port}`,
        'BAD   tenancy: address: not reached at http://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1',
        `ok    ipam: address: 1 of 2 reached at http://127.0.0.1:1,${at}`,
      ]);
    });

    it('is passed over when it was killed, and costs no request', async () => {
      await load.grows(20);
      expect(await second!.end('SIGKILL')).toBe(null);
      await load.grows(50);
      expect(failed()).toEqual([]);
      expect(load.surprises).toEqual([]);
    });

    it('has its share again when it is back', async () => {
      second = await startSecond();
      await bothServe();
      expect(failed()).toEqual([]);
      expect(load.surprises).toEqual([]);
    });
  },
);
