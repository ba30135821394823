import type { App } from '@plumbline/config';
import { isHalfRestored, newest, pruned } from '@plumbline/engine';
import { type Database, sql } from '@plumbline/store';
import { doubtful, type Finding, ill, well } from './finding';

/** Seconds after which what should happen at once is late. */
const late = 60;

interface Outbox {
  /** The highest position ever given, and the one up to which records are gone. */
  last: number;
  gone: number;
  waiting: number;
  oldest: number;
}

/** What has been written and not yet reached those who follow it; what was begun between services and not finished. */
export async function examineRecords(databases: ReadonlyMap<App, Database>): Promise<Finding[]> {
  const outboxes = new Map<App, Outbox>();
  for (const [app, database] of databases) outboxes.set(app, await readOutbox(database));
  const findings: Finding[] = [];
  for (const [app, database] of databases) {
    findings.push(examineOutbox(app, outboxes.get(app)!));
    findings.push(...(await examineReading(app, database, outboxes)));
    findings.push(await examineUnfinished(app, database), ...(await examineRestore(app, database)));
  }
  return findings;
}

async function readOutbox(database: Database): Promise<Outbox> {
  const found = await database.first<Outbox>(sql.unsafe`
    SELECT (${newest})::float8 AS last, (${pruned})::float8 AS gone, count(*)::float8 AS waiting,
      coalesce(extract(epoch FROM now() - min(time)), 0)::float8 AS oldest
    FROM outbox WHERE position IS NULL`);
  return found!;
}

function examineOutbox(app: App, { waiting, oldest }: Outbox): Finding {
  const about = `${app}: change records`;
  if (waiting === 0 || oldest < late) return well(about, `${waiting} waiting to be handed on`);
  return ill(
    about,
    `${waiting} waiting to be handed on, the oldest for ${Math.round(oldest)} s`,
    `No process of ${app} is handing them on: start one, and look at its log.`,
  );
}

/** How far a service has come in the change records of another. */
interface Reading {
  of: App;
  position: number;
  outbox: Outbox;
}

async function examineReading(app: App, database: Database, outboxes: ReadonlyMap<App, Outbox>): Promise<Finding[]> {
  const reached = await database.rows<{ app: App; position: number }>(
    sql.unsafe`SELECT app, position FROM consumed ORDER BY app`,
  );
  if (reached.length === 0) return [];
  const readings = reached.flatMap(({ app: of, position }): Reading[] => {
    const outbox = outboxes.get(of);
    return outbox ? [{ of, position: Number(position), outbox }] : [];
  });
  const about = `${app}: following the others`;
  const torn = readings.flatMap((reading) => tornReading(reading) ?? []);
  if (torn.length > 0)
    return [
      ill(
        about,
        torn.join(', '),
        'One of the databases went back to a moment by itself: run plumbline audit, which says what is missing, and plumbline audit --repair.',
      ),
    ];
  const behind = readings
    .map(({ of, position, outbox }) => ({ of, records: outbox.last - position }))
    .filter(({ records }) => records > 0);
  if (behind.length === 0) return [well(about, 'has taken in everything')];
  const most = Math.max(...behind.map(({ records }) => records));
  const text = behind.map(({ of, records }) => `${records} records of ${of} not taken in`).join(', ');
  // A few are always under way on a busy system.
  return most < 1_000
    ? [well(about, text)]
    : [
        doubtful(
          about,
          text,
          `Run the doctor again: when the number grows, look at the log of ${app} for what it cannot take in.`,
        ),
      ];
}

/** What is wrong where a reader is ahead of all records, or behind what is gone. */
function tornReading({ of, position, outbox: { last, gone } }: Reading): string | undefined {
  if (position > last) return `has read ${of} up to change record ${position}, and the last one there is ${last}`;
  if (position > 0 && position < gone)
    return `has read ${of} up to change record ${position}, and those up to ${gone} are gone`;
  return undefined;
}

async function examineUnfinished(app: App, database: Database): Promise<Finding> {
  const about = `${app}: work shared with other services`;
  const found = await database.first<{ marks: number; parts: number; pendingDeletions: number }>(sql.unsafe`
    SELECT (SELECT count(*) FROM deleting_mark WHERE expires < now() - interval '5 minutes')::float8 AS marks,
      (SELECT count(*) FROM shared_write WHERE time < now() - interval '5 minutes')::float8 AS parts,
      (SELECT count(*) FROM pending_deletion WHERE time < now() - interval '5 minutes')::float8 AS "pendingDeletions"`);
  const { marks, parts, pendingDeletions } = found!;
  if (marks + parts + pendingDeletions === 0) return well(about, 'nothing left half done');
  return doubtful(
    about,
    `${marks} marks of deletions, ${parts} writes and ${pendingDeletions} deletions left half done for five minutes and more`,
    'They are finished when all services run. If they do and it stays, run plumbline audit --repair.',
  );
}

async function examineRestore(app: App, database: Database): Promise<Finding[]> {
  if (!(await isHalfRestored(database))) return [];
  return [
    ill(
      `${app}: restore`,
      'a file was begun and is not restored to its end',
      'Stop Plumbline and give the same plumbline restore FILE again, which goes on where it was; or begin anew with restore --reset FILE.',
    ),
  ];
}
