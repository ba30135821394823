import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { isLong, rounds, slowdown } from '../harness/long';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { type Answer, ask, hangUp } from './ask';

/** What a crowd has to tell of itself. */
interface Told {
  opened: number;
  closed: number;
  statuses: Record<string, number>;
}

const perAddress = 500;
/** Of a crowd; more than may be open. */
const connections = rounds(2_000, 800);
const crowded = '127.0.0.66';

describeUnless(missingBuild, 'crowds from one address', () => {
  describe.each(isLong ? (['one', 'split'] as const) : (['one'] as const))('of the form %s', (form) => {
    let whole: Whole;
    let server: Parameters<typeof ask>[0];
    const crowds: ChildProcess[] = [];
    let addresses = 0;
    const freshAddress = () => `127.0.1.${++addresses}`;

    beforeAll(async () => {
      whole = await startForm(form, {
        env: { PLUMBLINE_SUPERUSER_PASSWORD: 'correct horse' },
      });
      server = { host: '127.0.0.1', port: Number(new URL(whole.url).port), token: whole.token } as typeof server;
    });
    afterEach(async () => {
      hangUp();
      for (const crowd of crowds.splice(0)) {
        const gone = once(crowd, 'exit');
        crowd.kill('SIGKILL');
        await gone;
      }
    });
    afterAll(() => whole?.stop());

    function gatherCrowd(kind: 'idle' | 'half' | 'guess', size: number) {
      const crowd = fork(join(__dirname, 'crowd.cjs'), [kind, String(server.port), String(size), crowded]);
      crowds.push(crowd);
      return async (): Promise<Told> => {
        const answer = once(crowd, 'message');
        crowd.send('tell');
        return (await answer)[0] as Told;
      };
    }

    /** One request on a connection of its own, from an address nobody else uses. */
    async function visit(): Promise<Answer> {
      const answer = await ask(server, 'GET', '/api/users/groups/?limit=1', {
        from: freshAddress(),
        headers: { connection: 'close' },
      });
      expect(answer.status).toBe(200);
      return answer;
    }

    /** Milliseconds that nine of ten requests take at most: a hiccup of this machine is not one of ours. */
    async function mostTake(visits: number): Promise<number> {
      const times: number[] = [];
      for (let time = 0; time < visits; time++) {
        times.push((await visit()).milliseconds);
        await pause(20);
      }
      return times.sort((a, b) => a - b)[Math.ceil(visits * 0.9) - 1]!;
    }

    /** Others are answered within 200 ms of a processor that nobody else wants. */
    const bearable = () => 200 * slowdown();

    const tokenFor = (name: string, password: string, from: string) =>
      ask(server, 'POST', '/api/users/tokens/', {
        body: {},
        headers: { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` },
        signedIn: false,
        from,
      });

    it.each(['idle', 'half'] as const)(`do not hold others up: ${connections} connections, %s`, async (kind) => {
      const tell = gatherCrowd(kind, connections);
      await eventually('the crowd comes', 60_000, async () => (await tell()).opened > 0);
      expect(await mostTake(rounds(60, 20))).toBeLessThan(bearable());
      const told = await eventually('the crowd is there', 60_000, async () => {
        const now = await tell();
        return now.opened === connections && now.closed >= connections - perAddress ? now : undefined;
      });
      expect(told.opened - told.closed).toBeLessThanOrEqual(perAddress);
    });

    it('that guess hold nobody up, and lock nobody out', async () => {
      const { body: user } = await ask(server, 'POST', '/api/users/users/', {
        body: { username: `ada-${form}`, password: 'lovelace', is_superuser: true },
      });
      expect((await tokenFor(user.username, 'lovelace', crowded)).status).toBe(201);
      const tell = gatherCrowd('guess', 60);
      await eventually('guesses are turned away', 60_000, async () => ((await tell()).statuses[429] ?? 0) > 20);
      expect(await mostTake(rounds(40, 20))).toBeLessThan(bearable());
      expect((await tokenFor(user.username, 'lovelace', crowded)).status).toBe(201);
      expect((await tokenFor(user.username, 'lovelace', freshAddress())).status).toBe(201);
      expect((await tokenFor('admin', 'correct horse', freshAddress())).status).toBe(201);
      expect((await tokenFor('admin', 'correct horse', crowded)).status).toBe(429);
      const { 503: _late, ...statuses } = (await tell()).statuses;
      // On a busy machine some are still in the line when nobody waits for an answer any more.
      expect(Object.keys(statuses).sort()).toEqual(['403', '429']);
    });
  });
});
