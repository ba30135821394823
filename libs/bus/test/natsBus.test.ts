import { deflateSync } from 'node:zlib';
import { connect, headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import { createLog } from '@plumbline/log';
import { type Bus, createNatsBus, protocolVersion, ServiceUnavailable } from '../src';
import { describeBus, fetchVlan, soon } from './contract';
import { eventually } from './eventually';
import { type Broker, findNatsServer, startNatsServer } from './natsServer';

const log = createLog({ name: 'test', level: 'silent' });
const program = findNatsServer();

if (!program) {
  process.stderr.write(
    '\n*** WARNING: the bus was NOT tested over NATS, because nats-server was found neither in PATH nor in /usr/sbin.\n' +
      '*** Install it (Debian, Ubuntu: apt-get install nats-server) and run these tests again.\n\n',
  );
  it.todo('needs nats-server, which is not installed');
} else {
  let shared: Broker;
  beforeAll(async () => {
    shared = await startNatsServer(program);
  });
  afterAll(() => shared.stop());

  describeBus('the bus over NATS', async () => ({
    open: (name) => createNatsBus({ url: shared.url, log, name, mayBeOpen: true }),
  }));

  describe('the bus over NATS when whoever was asked does not answer', () => {
    let asking: Bus;
    let serving: Bus;
    const heard: unknown[] = [];
    let release = () => {};

    beforeAll(async () => {
      [asking, serving] = (await Promise.all(
        ['asking', 'serving'].map((name) => createNatsBus({ url: shared.url, log, name, mayBeOpen: true })),
      )) as Bus[] as [Bus, Bus];
      const never = new Promise<void>((resolve) => {
        release = resolve;
      });
      // The first to be asked is as good as dead: it took the question and will not answer it.
      await serving.serve('tenancy', async (payload) => {
        heard.push(payload);
        return heard.filter((one) => one === payload).length === 1 ? never : payload;
      });
    });
    afterAll(async () => {
      release();
      await Promise.all([asking.close(), serving.close()]);
    });

    const findTenant = { app: 'tenancy', model: 'tenant', verb: 'find' };

    it('asks again what may be repeated, long before the deadline', async () => {
      const began = Date.now();
      const answer = await asking.request(findTenant, 'repeatable', { ...soon(60_000), repeatable: true });
      expect({ answer, inTime: Date.now() - began < 20_000 }).toEqual({ answer: 'repeatable', inTime: true });
    });

    it('asks anything else once', async () => {
      const waiting = asking.request(findTenant, 'once', soon(2_500));
      await expect(waiting).rejects.toMatchObject({ app: 'tenancy' });
      expect(heard.filter((one) => one === 'once')).toHaveLength(1);
    });
  });

  describe('the bus over NATS among other versions', () => {
    let bus: Bus;
    let other: NatsConnection;
    const text = (value: unknown) => Buffer.from(JSON.stringify(value));

    beforeAll(async () => {
      bus = await createNatsBus({ url: shared.url, log, name: 'ipam', mayBeOpen: true });
      other = await connect({ servers: shared.url.replace('nats://', ''), inboxPrefix: '_INBOX_dcim.ipam' });
    });
    afterAll(async () => {
      await other.close();
      await bus.close();
    });

    const envelope = () => ({ requestId: 'r-1', deadline: Date.now() + 60_000, payload: 'asked' });

    it.each([
      ['before there were versions', {}],
      ['in a later one, with what this does not know', { version: 99, addedLater: { much: 1 } }],
    ])('answers what is asked %s', async (_, more) => {
      const stop = await bus.serve('ipam', async (payload, call) => [payload, call.requestId]);
      const answer = await other.request('plumbline.ask.dcim.ipam.vlan.find', text({ ...envelope(), ...more }));
      expect(answer.json()).toEqual({ version: protocolVersion, outcome: 'ok', payload: ['asked', 'r-1'] });
      await stop();
    });

    it.each([
      ['before there were versions', { outcome: 'ok', payload: 'said' }, 'said'],
      ['in a later one', { version: 99, outcome: 'ok', payload: 'said', addedLater: 1 }, 'said'],
    ])('takes an answer given %s', async (_, reply, expected) => {
      const served = other.subscribe('plumbline.ask.*.tenancy.*.*', {
        callback: (_, asked) => void asked.respond(text(reply)),
      });
      await other.flush();
      expect(await bus.request({ app: 'tenancy', model: 'tenant', verb: 'find' }, {}, soon())).toBe(expected);
      served.unsubscribe();
    });

    const withHeader = (name: string, value: string) => {
      const given = headers();
      given.set(name, value);
      return { headers: given };
    };
    it.each<[string, Buffer, { headers?: MsgHdrs }]>([
      ['of another version', text({ version: 99, outcome: 'perhaps' }), {}],
      ['that is no JSON', Buffer.from('{"outcome":'), {}],
      ['without anything in it', Buffer.alloc(0), {}],
      ['in more parts than there can be', text({}), withHeader('Plumbline-Part', '0/1000000000')],
      ['that is to be continued elsewhere', text({}), withHeader('Plumbline-Send-To', '_INBOX_users.somebody.x')],
    ])('says of an answer %s that its application is not available', async (_, answered, options) => {
      const served = other.subscribe('plumbline.ask.*.tenancy.*.*', {
        callback: (_, asked) => void asked.respond(answered, options),
      });
      await other.flush();
      const answer = bus.request({ app: 'tenancy', model: 'tenant', verb: 'find' }, {}, soon());
      await expect(answer).rejects.toMatchObject({ name: 'ServiceUnavailable', app: 'tenancy', mayHaveActed: true });
      served.unsubscribe();
    });

    it.each([
      ['before there were versions', {}],
      ['in a later one', { version: 99, addedLater: 1 }],
    ])('hears an event told %s', async (_, more) => {
      const heard = new Promise((resolve) => {
        void bus
          .subscribe({ app: 'tenancy', model: 'tenant', verb: 'changed' }, async (payload) => resolve(payload))
          .then(() => other.publish('plumbline.event.tenancy.tenant.changed', text({ ...more, payload: 'told' })));
      });
      expect(await heard).toBe('told');
    });
  });

  it('hears no event that would fill the memory, and those after it', async () => {
    const bus = await createNatsBus({ url: shared.url, log, name: 'ipam', mayBeOpen: true });
    const other = await connect({ servers: shared.url.replace('nats://', '') });
    const heard: unknown[] = [];
    await bus.subscribe({ app: 'dcim', model: 'device', verb: 'changed' }, async (payload) => {
      heard.push(payload);
    });
    const tell = (payload: string) => {
      const deflated = headers();
      deflated.set('Plumbline-Deflated', '1');
      other.publish('plumbline.event.dcim.device.changed', deflateSync(JSON.stringify({ payload })), {
        headers: deflated,
      });
    };
    try {
      tell('large'.repeat(20_000_000));
      tell('small');
      await eventually(async () => heard.includes('small'));
      expect(heard).toEqual(['small']);
    } finally {
      await Promise.all([bus.close(), other.close()]);
    }
  });

  describe('the bus over NATS when the broker goes away', () => {
    let broker: Broker;
    let buses: Bus[];

    beforeEach(async () => {
      broker = await startNatsServer(program);
      buses = await Promise.all(
        ['a', 'b'].map((name) => createNatsBus({ url: broker.url, log, name, mayBeOpen: true })),
      );
    });
    afterEach(async () => {
      await Promise.all(buses.map((bus) => bus.close()));
      await broker.stop().catch(() => {});
    });

    it('fails what is under way and what comes then at once, and recovers by itself', async () => {
      const [asking, serving] = buses as [Bus, Bus];
      let isStarted = () => {};
      let finish = () => {};
      const started = new Promise<void>((resolve) => {
        isStarted = resolve;
      });
      await serving.serve('ipam', async (payload) => {
        if (payload !== 'slow') return payload;
        isStarted();
        return new Promise<void>((resolve) => {
          finish = resolve;
        });
      });
      const slow = asking.request(fetchVlan, 'slow', soon(100_000));
      const outcome = expect(slow).rejects.toBeInstanceOf(ServiceUnavailable);
      await started;
      const lostAt = Date.now();
      await broker.stop();
      await outcome;
      finish();
      await expect(asking.request(fetchVlan, 1, soon(100_000))).rejects.toMatchObject({ app: 'ipam' });
      await expect(asking.publish({ ...fetchVlan, verb: 'changed' }, 1)).rejects.toBeInstanceOf(ServiceUnavailable);
      expect(await asking.ready()).toBe(false);
      // Long before the deadlines.
      expect(Date.now() - lostAt).toBeLessThan(50_000);

      broker = await startNatsServer(program, broker.port);
      await eventually(async () => (await asking.ready()) && (await serving.ready()));
      expect(await asking.request(fetchVlan, 'back', soon())).toBe('back');
    });

    it('tells each time that it is found again, of whom wants to know', async () => {
      const [asking] = buses as [Bus];
      let found = 0;
      const forget = asking.onFound(() => {
        found += 1;
      });
      for (let times = 1; times <= 3; times++) {
        await broker.stop();
        await eventually(async () => !(await asking.ready()));
        expect(found).toBe(times - 1);
        broker = await startNatsServer(program, broker.port);
        await eventually(async () => found === times);
        expect(await asking.ready()).toBe(true);
      }
      forget();
      await broker.stop();
      await eventually(async () => !(await asking.ready()));
      broker = await startNatsServer(program, broker.port);
      await eventually(() => asking.ready());
      expect(found).toBe(3);
    });

    it('comes back also when somebody else was at its address meanwhile, who let nobody in', async () => {
      const [asking, serving] = buses as [Bus, Bus];
      await serving.serve('ipam', async (payload) => payload);
      const { port } = broker;
      await broker.stop();
      const stranger = await startNatsServer(program, port, ['--user', 'other', '--pass', 'secret', '-D']);
      try {
        await eventually(async () => stranger.said().split('authentication error').length > 10);
      } finally {
        await stranger.stop();
      }
      broker = await startNatsServer(program, port);
      await eventually(async () => (await asking.ready()) && (await serving.ready()));
      expect(await asking.request(fetchVlan, 'back', soon())).toBe('back');
    });
  });
}
