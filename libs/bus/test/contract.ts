import { Problem } from '@plumbline/http';
import { type Bus, type Call, type EventHandler, RemoteFailure, ServiceUnavailable, type Subject } from '../src';
import { eventually } from './eventually';

/** Buses that talk to each other, as processes do; the in-process kind gives the same one each time. */
export interface Transport {
  open(name: string): Promise<Bus>;
}

export const soon = (milliseconds = 60_000): Call => ({ requestId: 'r-1', deadline: Date.now() + milliseconds });
export const fetchVlan: Subject = { app: 'ipam', model: 'vlan', verb: 'fetch' };
const vlanChanged: Subject = { app: 'ipam', model: 'vlan', verb: 'changed' };

/** Everything a bus promises, whatever carries it. */
export function describeBus(title: string, transport: () => Promise<Transport>): void {
  describe(title, () => {
    let asking: Bus;
    let serving: Bus;

    beforeEach(async () => {
      const { open } = await transport();
      [asking, serving] = await Promise.all([open('asking'), open('serving')]);
    });
    afterEach(async () => {
      await Promise.all([asking.close(), serving.close()]);
    });

    describe('requests', () => {
      it('reach the application with payload, call and subject, and bring its answer back', async () => {
        const call = { ...soon(), asker: 'asking', dryRun: true };
        await serving.serve('ipam', async (payload, seen, subject) => ({ payload, seen, subject }));
        const payload = { ids: ['a', 'ü', '日本'], depth: 0, nothing: null };
        expect(await asking.request(fetchVlan, payload, call)).toEqual({ payload, seen: call, subject: fetchVlan });
      });

      it('may be answered with nothing', async () => {
        await serving.serve('ipam', async () => undefined);
        expect(await asking.request(fetchVlan, null, soon())).toBeUndefined();
      });

      it('do not disturb each other', async () => {
        await serving.serve('ipam', async (payload) => {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
          return payload;
        });
        const numbers = Array.from({ length: 200 }, (_, index) => index);
        expect(await Promise.all(numbers.map((n) => asking.request(fetchVlan, n, soon())))).toEqual(numbers);
      });

      it('are counted by who makes them', async () => {
        const other = await transport().then(({ open }) => open('other'));
        const before = asking.requests;
        await serving.serve('ipam', async () => 1);
        await asking.request(fetchVlan, 1, soon());
        await asking.request({ ...fetchVlan, app: 'nobody' }, 1, soon()).catch(() => {});
        expect(asking.requests - before).toBe(2);
        await other.close();
      });

      it('are answered to the end when serving stops', async () => {
        let isEnded = false;
        let isStarted = () => {};
        const started = new Promise<void>((resolve) => {
          isStarted = resolve;
        });
        const stop = await serving.serve('ipam', async () => {
          isStarted();
          await new Promise((resolve) => setTimeout(resolve, 100));
          isEnded = true;
          return 'late';
        });
        const answer = asking.request(fetchVlan, null, soon());
        await started;
        await stop();
        expect(isEnded).toBe(true);
        expect(await answer).toBe('late');
      });

      it('are shared by several servers of one application', async () => {
        const served: [number, number] = [0, 0];
        await serving.serve('ipam', async () => served[0]++);
        await asking.serve('ipam', async () => served[1]++);
        await Promise.all(Array.from({ length: 50 }, () => asking.request(fetchVlan, 1, soon())));
        expect(served[0] + served[1]).toBe(50);
        expect(Math.min(...served)).toBeGreaterThan(0);
      });

      it('may be made while answering one', async () => {
        await serving.serve('ipam', (payload, call) =>
          serving.request({ app: 'tenancy', model: 'tenant', verb: 'find' }, payload, call),
        );
        await asking.serve('tenancy', async (payload) => [payload, 'found']);
        expect(await asking.request(fetchVlan, 'x', soon())).toEqual(['x', 'found']);
      });

      it.each([200, 3_000, 12_000])('carry %d kilobytes both ways', async (kilobytes) => {
        await serving.serve('ipam', async (payload) => ({ echo: payload }));
        const payload = Array.from({ length: kilobytes }, (_, index) => `${index}`.padEnd(1_000, 'ü😀'));
        const answer = await asking.request<{ echo: string[] }>(fetchVlan, payload, soon());
        expect(answer.echo.length).toBe(kilobytes);
        expect(answer.echo.at(-1)).toBe(payload.at(-1));
      });
    });

    describe('requests that fail', () => {
      it('carry a problem across, with its headers', async () => {
        await serving.serve('ipam', async () => {
          throw new Problem(409, { vid: ['Taken.'] }, { 'Retry-After': '2' });
        });
        const error = await asking.request(fetchVlan, 1, soon()).catch((thrown) => thrown);
        expect(error).toBeInstanceOf(Problem);
        expect(error).toMatchObject({ status: 409, body: { vid: ['Taken.'] }, headers: { 'Retry-After': '2' } });
      });

      it.each([
        ['asynchronously', async () => Promise.reject(new Error('password is sesame'))],
        [
          'at once',
          () => {
            throw new Error('password is sesame');
          },
        ],
      ])('say nothing of a bug thrown %s', async (_, handler) => {
        await serving.serve('ipam', handler);
        const error = await asking.request(fetchVlan, 1, soon()).catch((thrown) => thrown);
        expect(error).toBeInstanceOf(RemoteFailure);
        expect(error).toMatchObject({ app: 'ipam', requestId: 'r-1' });
        expect(String(error)).not.toContain('sesame');
      });

      it('carry across what clients are told of what is not known', async () => {
        const told = 'The ipam service, version 1.0.0, does not know vlan.paint.';
        await serving.serve('ipam', async () => {
          throw new ServiceUnavailable('ipam', told, false, told);
        });
        const error = await asking.request(fetchVlan, 1, soon()).catch((thrown) => thrown);
        expect(error).toBeInstanceOf(ServiceUnavailable);
        expect(error).toMatchObject({ app: 'ipam', told, mayHaveActed: false });
      });

      it('name the application nobody serves, at once', async () => {
        const started = Date.now();
        const error = await asking.request({ ...fetchVlan, app: 'dcim' }, 1, soon(100_000)).catch((thrown) => thrown);
        expect(error).toBeInstanceOf(ServiceUnavailable);
        expect(error).toMatchObject({ name: 'ServiceUnavailable', app: 'dcim' });
        expect(Date.now() - started).toBeLessThan(50_000);
      });

      it('name the application behind the one that was asked', async () => {
        await serving.serve('ipam', (payload, call) =>
          serving.request({ app: 'tenancy', model: 'tenant', verb: 'find' }, payload, call),
        );
        await expect(asking.request(fetchVlan, 1, soon())).rejects.toMatchObject({
          name: 'ServiceUnavailable',
          app: 'tenancy',
        });
      });

      it('name the application whose database is away', async () => {
        await serving.serve('ipam', async () => {
          throw Object.assign(new Error('refused'), { name: 'DatabaseUnavailable' });
        });
        await expect(asking.request(fetchVlan, 1, soon())).rejects.toMatchObject({
          name: 'ServiceUnavailable',
          app: 'ipam',
        });
      });

      it('tell whether it was lost while something was committed', async () => {
        for (const commitUnclear of [false, true]) {
          const leave = await serving.serve('ipam', async () => {
            throw Object.assign(new Error('lost'), { name: 'DatabaseUnavailable', commitUnclear });
          });
          await expect(asking.request(fetchVlan, 1, soon())).rejects.toMatchObject({ mayHaveActed: commitUnclear });
          await leave();
        }
      });

      it.each([
        ['at the deadline', () => soon(100)],
        ['when it has been waited long enough, which who is asked does not hear of', () => ({ ...soon(), waits: 100 })],
      ])('end %s', async (_, call) => {
        let release = () => {};
        await serving.serve(
          'ipam',
          () =>
            new Promise<void>((resolve) => {
              release = resolve;
            }),
        );
        const started = Date.now();
        await expect(asking.request(fetchVlan, 1, call())).rejects.toMatchObject({
          name: 'ServiceUnavailable',
          app: 'ipam',
          mayHaveActed: true,
        });
        expect(Date.now() - started).toBeLessThan(50_000);
        release();
      });

      it('do not start after the deadline', async () => {
        let calls = 0;
        await serving.serve('ipam', async () => calls++);
        await expect(asking.request(fetchVlan, 1, soon(-1))).rejects.toMatchObject({
          name: 'ServiceUnavailable',
          app: 'ipam',
          mayHaveActed: false,
          told: expect.stringMatching(/^There was no time left to ask the ipam service\. /),
        });
        expect(calls).toBe(0);
      });

      it('find nobody after the server has left', async () => {
        const leave = await serving.serve('ipam', async () => 1);
        await leave();
        await expect(asking.request(fetchVlan, 1, soon())).rejects.toBeInstanceOf(ServiceUnavailable);
      });

      it('refuse subjects that would reach somebody else', async () => {
        for (const app of ['*', 'ipam.vlan', '>', '']) {
          await expect(asking.request({ ...fetchVlan, app }, 1, soon())).rejects.toBeInstanceOf(TypeError);
        }
      });
    });

    describe('events', () => {
      it('reach everyone subscribed to them, by pattern', async () => {
        const seen: string[] = [];
        const note =
          (who: string): EventHandler =>
          async (payload, subject) => {
            seen.push(`${who} ${subject.app}.${subject.model}.${subject.verb} ${JSON.stringify(payload)}`);
          };
        await serving.subscribe({ app: 'ipam', model: '*', verb: '*' }, note('all'));
        await serving.subscribe({ app: '*', model: 'vlan', verb: 'changed' }, note('vlans'));
        await asking.subscribe({ app: 'dcim', model: '*', verb: '*' }, note('dcim'));
        await asking.publish(vlanChanged, { id: 1 });
        await eventually(async () => seen.length >= 2);
        expect(seen.sort()).toEqual(['all ipam.vlan.changed {"id":1}', 'vlans ipam.vlan.changed {"id":1}']);
      });

      it('reach one member of each group', async () => {
        const seen: string[] = [];
        const note =
          (who: string): EventHandler =>
          async () => {
            seen.push(who);
          };
        await serving.subscribe(vlanChanged, note('log'), { group: 'log' });
        await asking.subscribe(vlanChanged, note('log'), { group: 'log' });
        await asking.subscribe(vlanChanged, note('hooks'), { group: 'hooks' });
        for (let n = 0; n < 20; n++) await asking.publish(vlanChanged, n);
        await eventually(async () => seen.length >= 40);
        expect(seen.filter((who) => who === 'log')).toHaveLength(20);
        expect(seen.filter((who) => who === 'hooks')).toHaveLength(20);
      });

      it('are no requests, and nobody needs to listen', async () => {
        let calls = 0;
        await serving.serve('ipam', async () => calls++);
        await asking.publish(vlanChanged, 1);
        await asking.request(fetchVlan, 1, soon());
        expect(calls).toBe(1);
      });

      it('survive a handler that fails, and stop when asked', async () => {
        let seen = 0;
        let failed = 0;
        await serving.subscribe(vlanChanged, async () => {
          failed++;
          throw new Error('no');
        });
        const stop = await serving.subscribe(vlanChanged, async () => {
          seen++;
        });
        await asking.publish(vlanChanged, 1);
        await eventually(async () => seen === 1);
        await stop();
        for (let n = 0; n < 2; n++) await asking.publish(vlanChanged, 1);
        // Events come in their order: when the last is here, one that came for who has stopped would have been as well.
        await eventually(async () => failed === 3);
        expect([failed, seen]).toEqual([3, 1]);
      });

      it('may be large', async () => {
        let length = 0;
        await serving.subscribe(vlanChanged, async (payload) => {
          length = (payload as string).length;
        });
        await asking.publish(vlanChanged, 'x'.repeat(3_000_000));
        await eventually(async () => length > 0);
        expect(length).toBe(3_000_000);
      });
    });

    describe('closing', () => {
      it('lets what is under way finish', async () => {
        let isStarted = () => {};
        const started = new Promise<void>((resolve) => {
          isStarted = resolve;
        });
        await serving.serve('ipam', async () => {
          isStarted();
          await new Promise((resolve) => setTimeout(resolve, 50));
          return 'finished';
        });
        const answer = asking.request(fetchVlan, 1, soon());
        await started;
        const closed = serving.close();
        expect(await answer).toBe('finished');
        await closed;
        expect(await serving.ready()).toBe(false);
        await expect(serving.request(fetchVlan, 1, soon())).rejects.toBeInstanceOf(ServiceUnavailable);
      });

      it('is ready before', async () => {
        expect(await asking.ready()).toBe(true);
      });
    });
  });
}
