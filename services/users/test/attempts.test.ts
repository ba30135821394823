import { credentialPurposes, digestWith, keyFor, sealWith } from '@plumbline/config';
import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { sql } from '@plumbline/store';
import {
  createTestDatabase,
  startTestServices,
  type TestDatabase,
  type TestServices,
  testSettings,
} from '@plumbline/testkit';
import { usersService } from '../src';
import { type Pace, passwordPace, tokenPace } from '../src/identity/attempts';

const password = 'correct horse';
const apiToken = 'f'.repeat(40);
let database: TestDatabase;
let plumbline: TestServices;
/** Another process of the same service, on the same database. */
let second: TestServices;
let addresses = 0;
const freshAddress = () => `192.0.2.${++addresses}`;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { databaseUrl: database.url, superuser: { name: 'root', password, apiToken } };
  plumbline = await startTestServices([usersService], settings, { contentTypes, contentTypeNames });
  second = await startTestServices([usersService], settings, { contentTypes, contentTypeNames });
  for (const username of ['ada', 'grace']) await plumbline.request('POST', '/api/users/users/', { username, password });
});
afterAll(async () => {
  await second?.stop();
  await plumbline?.stop();
  await database?.drop();
});

const { secretKey } = testSettings();

/** Asks as the gateway does: tokens by their digests, names with passwords sealed. */
const ask = (
  verb: string,
  { address, key, ...credentials }: { address: string; key?: string; username?: string; password?: string },
  { bus } = plumbline,
) => {
  const concealed =
    key === undefined
      ? { sealed: sealWith(keyFor(credentialPurposes.password, secretKey), Buffer.from(JSON.stringify(credentials))) }
      : { digest: digestWith(keyFor(credentialPurposes.token, secretKey), key) };
  return bus.request(
    { app: 'users', model: 'identity', verb },
    { address, ...concealed },
    { requestId: crypto.randomUUID(), deadline: Date.now() + 60_000, asker: 'gateway' },
  );
};
const outcome = (asked: Promise<unknown>): Promise<number> =>
  asked.then(
    () => 200,
    ({ status }: { status: number }) => status,
  );
const guess = (username: string, address: string, from = plumbline) =>
  outcome(ask('basic', { username, password: 'guess', address }, from));
const right = (username: string, address: string) => outcome(ask('basic', { username, password, address }));
interface AttemptRow {
  key_digest: string;
  failures: number;
  /** When the turn of the latest attempt was, in seconds. */
  turn: number;
  /** What the clock says there, in seconds. */
  now: number;
}

const rows = (statement: ReturnType<typeof sql.unsafe>) =>
  plumbline.services.get('users')!.engine.database.rows<AttemptRow>(statement);

/** All that is kept of attempts, the latest first. */
const attempts = () => rows(sql.unsafe`SELECT * FROM sign_in_attempt ORDER BY started DESC`);

/** What is kept of the attempt that was counted last. */
async function latestAttempt(): Promise<AttemptRow> {
  const [latest] = await rows(sql.unsafe`
    SELECT key_digest, failures, extract(epoch FROM started)::double precision AS turn,
      extract(epoch FROM clock_timestamp())::double precision AS now
    FROM sign_in_attempt ORDER BY started DESC LIMIT 1`);
  return latest!;
}

/** As if somebody had failed so often by now, at the account and address that were tried last. */
async function hasFailed(times: number): Promise<void> {
  const { key_digest } = await latestAttempt();
  await rows(sql.unsafe`
    UPDATE sign_in_attempt SET failures = ${times}, started = now() WHERE key_digest = ${key_digest} RETURNING key_digest`);
}

/** Seconds between the turns of an attempt and of the one before it, of which so many had failed. */
const spacingAfter = (failures: number, { free, spacing, longest }: Pace = passwordPace): number =>
  failures < free ? 0 : Math.min(longest, spacing * 2 ** (Math.floor(failures) - free));

/** Of the latest failure so much is forgiven at once. */
const forgivenAtOnce = 0.000_01;

/** How many guesses have their turn within so many seconds of the first at most. */
function turnsWithin(seconds: number, pace: Pace = passwordPace): number {
  let turns = 1;
  let failures = 1 - forgivenAtOnce;
  for (let turn = 0; turn + spacingAfter(failures, pace) <= seconds; turns++) {
    const spacing = spacingAfter(failures, pace);
    turn += spacing;
    failures = 1 + Math.max(0, failures - spacing / pace.forgiveness) - forgivenAtOnce;
  }
  return turns;
}

describe('guessing passwords', () => {
  it('is counted together for all spellings of a name that a directory takes for the same', async () => {
    const address = freshAddress();
    const before = (await attempts()).length;
    const spellings = ['grace hopper', 'Grace Hopper', ' GRACE  HOPPER ', '\uff27race hopper'];
    for (const username of spellings) expect(await guess(username, address)).toBe(403);
    expect((await attempts()).length - before).toBe(1);
  });

  it('is slowed down: each guess has a turn, and nobody is answered before it', async () => {
    const address = freshAddress();
    let before: AttemptRow | undefined;
    for (let time = 0; time < 7; time++) {
      expect(await guess('ada', address)).toBe(403);
      const { failures, turn, now } = await latestAttempt();
      expect(now).toBeGreaterThanOrEqual(turn);
      if (before) {
        expect(turn - before.turn).toBeGreaterThanOrEqual(spacingAfter(before.failures) - 0.000_01);
        const forgiven = (turn - before.turn) / passwordPace.forgiveness;
        expect(failures).toBeGreaterThanOrEqual(1 + Math.max(0, before.failures - forgiven) - 0.000_01);
      }
      before = { key_digest: '', failures, turn, now };
    }
    expect(before!.failures).toBeGreaterThan(passwordPace.free);
  });

  it('is refused when the next turn is too far away, for that account from that address', async () => {
    const address = freshAddress();
    expect(await guess('ada', address)).toBe(403);
    await hasFailed(20);
    const crowd = await Promise.all(Array.from({ length: 10 }, () => guess('ada', address)));
    expect(crowd).toEqual(Array(10).fill(429));
    expect(await right('ada', address)).toBe(429);
    expect(await right('grace', address)).toBe(200);
    expect(await right('ada', freshAddress())).toBe(200);
  });

  it('many at once is no way around it, nor is it to ask several processes', async () => {
    const address = freshAddress();
    const began = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, at) => guess('ada', address, at % 2 ? second : plumbline)),
    );
    const most = turnsWithin((performance.now() - began) / 1_000 + passwordPace.patience);
    const tried = statuses.filter((status) => status === 403).length;
    expect(tried).toBeGreaterThanOrEqual(passwordPace.free);
    expect(tried).toBeLessThanOrEqual(most);
    expect(statuses.filter((status) => status === 429).length).toBe(40 - tried);
  });

  it('says when to come back', async () => {
    const address = freshAddress();
    const credentials = { username: 'ada', password: 'guess', address };
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => ask('basic', credentials)));
    const last = outcomes.map((one) => (one as PromiseRejectedResult).reason).find(({ status }) => status === 429);
    expect(last).toMatchObject({
      body: { detail: expect.stringMatching(/^Request was throttled\. Expected available in \d+ seconds\.$/) },
      headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) },
    });
  });

  it('is forgotten by whoever knows the password', async () => {
    const address = freshAddress();
    for (let time = 0; time < 5; time++) await guess('grace', address);
    for (let time = 0; time < 6; time++) expect(await right('grace', address)).toBe(200);
    const [latest] = await attempts();
    expect(latest).toMatchObject({ failures: 0, succeeded: expect.anything() });
  });

  it('keeps no name somebody typed', async () => {
    await guess('a password typed as a name', freshAddress());
    expect(JSON.stringify(await attempts())).not.toContain('typed');
  });
});

describe('guessing tokens', () => {
  it('is slowed down, and a right one is not', async () => {
    const address = freshAddress();
    const began = performance.now();
    const wrong = await Promise.all(
      Array.from({ length: 60 }, (_, at) => outcome(ask('token', { key: `wrong ${at}`, address }))),
    );
    const most = turnsWithin((performance.now() - began) / 1_000 + tokenPace.patience, tokenPace);
    expect(new Set(wrong)).toEqual(new Set([403, 429]));
    expect(wrong.filter((status) => status === 403).length).toBeLessThanOrEqual(most);
    const before = await attempts();
    expect(await outcome(ask('token', { key: apiToken, address }))).toBe(200);
    expect(await attempts()).toEqual(before);
  });
});
