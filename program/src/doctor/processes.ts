import { BrokerProblem, createNatsBus, type NatsBus, OpenBroker, UnknownToBroker } from '@plumbline/bus';
import { type App, brokerPurpose, keyFor, type Settings } from '@plumbline/config';
import { askHealth, type ServiceHealth } from '@plumbline/engine';
import { clocksApartAtMost } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import { applicationName } from '@plumbline/process';
import { type Database, isAtWork } from '@plumbline/store';
import pTimeout from 'p-timeout';
import { examineAddresses } from './addresses';
import { examineClock } from './databases';
import { doubtful, type Finding, ill, well } from './finding';

const patience = 2_000;
const connectWithin = 5_000;
/** A broker that reads its configuration just then is asked again. */
const refusedWithin = 1_000;

/** What of the settings says where processes are, and how to speak with them. */
type Whereabouts = { natsUrl: string } & Pick<Settings, 'natsOpen' | 'natsTls' | 'secretKey' | 'serviceUrls'>;

/** The broker, and whether a process of every service answers over it and at its address; `databases` are those that could be reached. */
export async function examineProcesses(
  settings: Whereabouts,
  databases: ReadonlyMap<App, Database>,
  log: Log,
): Promise<Finding[]> {
  if (await runsAsOne(databases)) return [well('processes', 'one runs all services; it does not use NATS_URL')];
  return [...(await examineBroker(settings, [...databases.keys()], log)), ...(await examineAddresses(settings))];
}

async function examineBroker(
  { natsUrl, natsOpen, natsTls, secretKey }: Whereabouts,
  apps: App[],
  log: Log,
): Promise<Finding[]> {
  const key = keyFor(brokerPurpose('doctor'), secretKey);
  let refusal: Error | undefined;
  const options = { url: natsUrl, tls: natsTls, log, name: 'doctor', key, mayBeOpen: natsOpen, refusedWithin };
  const connecting = createNatsBus(options).catch((error): Promise<NatsBus> => {
    if (refusals.some((kind) => error instanceof kind)) refusal = error;
    throw error;
  });
  const bus = await within(connectWithin, connecting);
  if (refusal instanceof OpenBroker) return [ill('NATS', 'lets in anybody', refusal.message)];
  if (refusal instanceof UnknownToBroker) return [ill('NATS', 'does not let us in', refusal.message)];
  if (refusal) return [ill('NATS', refusal.message, 'Requests between services fail without it.')];
  if (!bus)
    return [
      ill(
        'NATS',
        'cannot be reached',
        'Start the broker, or mend NATS_URL; requests between services fail without it.',
      ),
    ];
  try {
    const isReady = await bus.ready().catch(() => false);
    const answers = await Promise.all(apps.map((app) => askHealth(bus, app, patience)));
    return [
      isReady ? well('NATS', 'reached') : ill('NATS', 'does not answer', 'Look at the broker’s own log.'),
      ...(isReady ? [examineStore(bus)] : []),
      ...apps.flatMap((app, index) => examineAnswer(app, answers[index])),
    ];
  } finally {
    await bus.close();
  }
}

/** What a broker that is there may be refused for, or refuse us for. */
const refusals = [OpenBroker, UnknownToBroker, BrokerProblem];

/** Change records are kept for others outside in JetStream alone; nothing of ours needs them there. */
const examineStore = (bus: NatsBus): Finding =>
  bus.hasStore()
    ? well('JetStream', 'there')
    : doubtful(
        'JetStream',
        'not on this NATS server',
        'Change records are not on the stream plumbline_changes, where others may read them: add `jetstream { store_dir: … }` to its configuration (docs/operations.md, "The broker").',
      );

/** Whether one process with all services is at work on these databases. */
async function runsAsOne(databases: ReadonlyMap<App, Database>): Promise<boolean> {
  const found = await Promise.all(
    [...databases].map(([app, database]) => isAtWork(database, [applicationName(app, true)])),
  );
  return found.some(Boolean);
}

function examineAnswer(app: App, answer: ServiceHealth | undefined): Finding[] {
  const about = `${app}: process`;
  if (!answer)
    return [doubtful(about, 'none answers', `Start one with --target=${app}, with the same NATS_URL and secret key.`)];
  const clock = examineClock(`${app}: clock of the process`, answer.ahead, clocksApartAtMost);
  return [
    answer.database
      ? well(about, 'answers')
      : ill(about, 'answers, and does not reach its database', 'Look at its log.'),
    ...(clock.verdict === 'well' ? [] : [clock]),
  ];
}

/** What comes of the work, or undefined when it takes too long or fails. A late result is let go of. */
async function within<T extends { close(): Promise<void> }>(
  milliseconds: number,
  work: Promise<T>,
): Promise<T | undefined> {
  const made = work.catch(() => undefined);
  const result = await pTimeout(made, milliseconds, () => undefined);
  if (result === undefined) void work.then((late) => late.close()).catch(() => undefined);
  return result;
}
