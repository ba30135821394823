import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BrokerTls, type Bus, createNatsBus } from '../../libs/bus/src';
import { type Broker, startNatsServer } from '../../libs/bus/test/natsServer';
import { brokerPurpose, keyFor } from '../../libs/config/src';
import { createLog } from '../../libs/log/src';
import { natsConfig } from '../../program/src/command/natsConfig';
import { findProgram } from '../../program/src/supervisor/findProgram';
import { missingBroker } from '../harness/broker';
import { type Authority, type Certificate, certificateFolder, createAuthority } from '../harness/certificates';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';
import { missingBuild, secretKey } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';

const log = createLog({ name: 'test', level: 'silent' });

describeUnless(missingBuild ?? missingBroker, 'the program and a broker that TLS keeps it from', () => {
  let folder: string;
  beforeAll(() => {
    folder = certificateFolder();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('ends with a sentence that names the address and the setting', async () => {
    const authority = createAuthority(folder, 'localhost', ['DNS:localhost']);
    const stranger = createAuthority(folder, 'somebody else');
    const options = ['--tls', '--tlscert', authority.certificate, '--tlskey', authority.key];
    const broker = await startNatsServer(findProgram('nats-server')!, undefined, options);
    const env = {
      DATABASE_URL: process.env.PLUMBLINE_TEST_DATABASE_URL!,
      NATS_URL: `tls://localhost:${broker.port}`,
      NATS_CA: stranger.certificate,
      PLUMBLINE_DATA: folder,
    };
    const service = await runCommand(['--target=tenancy'], env);
    expect(service.exitCode).not.toBe(0);
    expect(service.text).toMatch(/^NATS on localhost:\d+: its certificate was not signed by an authority in NATS_CA/m);
    await broker.stop();
  });

  test('and settings that say half of it, or say it of the broker that split starts, are told of', async () => {
    const half = await runCommand(['split'], { PLUMBLINE_DATA: folder, NATS_CERT: 'our.crt' });
    expect(half.text).toMatch(/NATS_CERT and NATS_KEY go together/);
    const ofNone = await runCommand(['split'], { PLUMBLINE_DATA: folder, NATS_CA: 'ca.crt' });
    expect(ofNone.text).toMatch(/are for the broker in NATS_URL, which is missing/);
  });
});

describeUnless(missingBroker, 'a broker with TLS', () => {
  let folder: string;
  let authority: Authority;
  let stranger: Authority;
  let ours: Certificate;

  beforeAll(() => {
    folder = certificateFolder();
    authority = createAuthority(folder, 'Authority of the tests');
    stranger = createAuthority(folder, 'somebody else');
    ours = authority.issue('plumbline');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts a broker with what `plumbline nats-config` says of these files. */
  async function start(arguments_: string[], port?: number): Promise<Broker> {
    const configuration = join(folder, `nats-${Math.random()}.conf`);
    await natsConfig([configuration, ...arguments_], { PLUMBLINE_SECRET_KEY: secretKey });
    return startNatsServer(findProgram('nats-server')!, port, ['-c', configuration]);
  }
  const shown = ({ certificate, key }: Certificate, ca?: string) => [
    ...['--tls-cert', certificate, '--tls-key', key],
    ...(ca ? ['--tls-ca', ca] : []),
  ];
  const open = (url: string, tls?: BrokerTls, part: 'gateway' | 'users' = 'users') =>
    createNatsBus({ url, tls, log, name: part, key: keyFor(brokerPurpose(part), secretKey) });
  const at = (broker: Broker, scheme = 'tls', host = 'localhost') => `${scheme}://${host}:${broker.port}`;
  const failure = (opening: Promise<Bus>) =>
    opening.then(
      (bus) => bus.close().then(() => 'let in'),
      (error: Error) => error.message,
    );

  describe('that shows a certificate of an authority', () => {
    let broker: Broker;
    beforeAll(async () => {
      broker = await start(shown(authority.issue('localhost', ['DNS:localhost'])));
    });
    afterAll(() => broker?.stop());

    test('is reached with that authority, by tls:// and by nats://', async () => {
      expect(await failure(open(at(broker), { ca: authority.certificate }))).toBe('let in');
      expect(await failure(open(at(broker, 'nats'), { ca: authority.certificate }))).toBe('let in');
    });

    test('is refused with another authority, or with those of the machine, in a sentence', async () => {
      const unsigned = /^NATS on localhost:\d+: its certificate was not signed by an authority in NATS_CA \((.*?)\)/;
      expect(await failure(open(at(broker), { ca: stranger.certificate }))).toMatch(unsigned);
      expect(await failure(open(at(broker)))).toMatch(/NATS_CA \(unset: those this machine trusts\)/);
      expect(await failure(open(at(broker, 'nats')))).toMatch(unsigned);
    });

    test('is refused by another name than its certificate has', async () => {
      expect(await failure(open(at(broker, 'tls', '127.0.0.1'), { ca: authority.certificate }))).toMatch(
        /NATS on 127.0.0.1:\d+: its certificate is for another name: .*NATS_URL/,
      );
      const other = await start(shown(authority.issue('broker', ['IP:127.0.0.1'])));
      expect(await failure(open(at(other, 'tls', '127.0.0.1'), { ca: authority.certificate }))).toBe('let in');
      await other.stop();
    });

    test('is not asked with files that are not there', async () => {
      expect(await failure(open(at(broker), { ca: '/nowhere/ca.crt' }))).toMatch(
        /NATS_CA, NATS_CERT and NATS_KEY name files that cannot be used: .*\/nowhere\/ca.crt/,
      );
    });
  });

  test('that wants a certificate of ours takes one of its authority, and no other', async () => {
    const broker = await start(shown(authority.issue('localhost', ['DNS:localhost']), authority.certificate));
    const ca = authority.certificate;
    const foreign = stranger.issue('plumbline');
    expect(await failure(open(at(broker), { ca, ...ours }))).toBe('let in');
    expect(await failure(open(at(broker), { ca }))).toMatch(/it wants a certificate of ours.*NATS_CERT and NATS_KEY/);
    expect(await failure(open(at(broker), { ca, ...foreign }))).toMatch(/does not take the certificate in NATS_CERT/);
    await broker.stop();
  });

  test('that has none is not reached where TLS is asked for', async () => {
    const broker = await startNatsServer(findProgram('nats-server')!);
    expect(await failure(open(at(broker)))).toMatch(/it offers no TLS, and NATS_URL/);
    expect(await failure(open(at(broker, 'nats'), { ca: authority.certificate }))).toMatch(/it offers no TLS/);
    await broker.stop();
  });

  test('that comes back with a renewed certificate is found again, and answers as before', async () => {
    const port = await freePort();
    const trusted = join(folder, 'trusted.crt');
    copyFileSync(authority.certificate, trusted);
    const first = await start(shown(authority.issue('localhost', ['DNS:localhost'])), port);
    const [serving, asking] = await Promise.all([
      open(at(first), { ca: trusted }, 'users'),
      open(at(first), { ca: trusted }, 'gateway'),
    ]);
    await serving.serve('users', async () => 'well');
    const ask = () =>
      asking.request(
        { app: 'users', model: 'service', verb: 'health' },
        {},
        { requestId: 'a', deadline: Date.now() + 2_000 },
      );
    expect(await ask()).toBe('well');
    await first.stop();
    copyFileSync(stranger.certificate, trusted);
    const second = await start(shown(stranger.issue('localhost', ['DNS:localhost'])), port);
    await eventually('the answer comes over the new connection', 60_000, () =>
      ask().then(
        (answer) => answer === 'well',
        () => false,
      ),
    );
    await Promise.all([asking.close(), serving.close()]);
    await second.stop();
  });

  test('is told of in nats-config with its certificate and key, not with half of them', async () => {
    await expect(natsConfig(['--tls-cert', 'a'], { PLUMBLINE_SECRET_KEY: secretKey })).rejects.toThrow(
      '--tls-cert and --tls-key go together',
    );
  });
});
