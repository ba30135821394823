import type { App } from '@plumbline/config';
import { migrationsOfOthers, onlyReads, pendingMigrations } from '@plumbline/process';
import {
  checkSchema,
  type Database,
  DatabaseUnavailable,
  type Difference,
  describeDifference,
  isDiskFull,
  sql,
} from '@plumbline/store';
import { wantedTables } from '../schema/draft';
import { isLost } from '../schema/lost';
import type { Services } from '../start/services';
import { doubtful, type Finding, ill, well } from './finding';

const oldestServer = 140_000;
/** Milliseconds that the clock of a server may be apart. */
const noticeable = 1_000;
const unbearable = 15_000;

/** The server behind a service's database: its version, its clock, and whether the tables are as the models say. */
export async function examineDatabase(services: Services, app: App, database: Database): Promise<Finding[]> {
  const asked = Date.now();
  const server = await database.first<{
    version: number;
    encoding: string;
    now: number;
    onlyReads: boolean;
  }>(sql.unsafe`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
      extract(epoch FROM clock_timestamp())::float8 * 1000 AS now, current_setting('transaction_read_only') = 'on' AS "onlyReads"`);
  const between = (asked + Date.now()) / 2;
  return [
    examineVersion(app, server!.version),
    ...examineEncoding(app, server!.encoding),
    examineClock(`${app}: clock of the database`, Number(server!.now) - between, unbearable),
    ...(server!.onlyReads
      ? [ill(`${app}: tables`, 'cannot be written to: this PostgreSQL only reads', onlyReads)]
      : await examineTables(services, app, database)),
  ];
}

/** A database that could not be looked at to the end. */
export function examineFailure(app: App, error: unknown): Finding {
  const isFull = isDiskFull(error instanceof DatabaseUnavailable ? error.cause : error);
  return ill(
    `${app}: database`,
    `cannot be used: ${(error as Error).message}`,
    isFull
      ? 'The disk of its server is full: make room there; nothing has to be started again. Clients send again what was refused meanwhile.'
      : `Look whether the server runs and takes the role: DATABASE_URL, or ${app.toUpperCase()}_DATABASE_URL.`,
  );
}

export function examineVersion(app: App, version: number): Finding {
  const about = `${app}: PostgreSQL`;
  const name = `${Math.floor(version / 10_000)}.${version % 10_000}`;
  return version >= oldestServer
    ? well(about, name)
    : ill(about, `${name} is too old`, 'Move the database to PostgreSQL 14 or newer.');
}

/** Only where there is something to say: what a database is made in is otherwise of no interest. */
export function examineEncoding(app: App, encoding: string): Finding[] {
  if (encoding === 'UTF8') return [];
  return [
    ill(
      `${app}: encoding of the database`,
      `${encoding}, in which not every text can be kept`,
      "Make a database in UTF8 (create database … template template0 encoding 'UTF8'), and restore a dump into it.",
    ),
  ];
}

/** How far a clock is from ours, in milliseconds, and whether that can be borne. */
export function examineClock(about: string, apart: number, unbearable: number): Finding {
  const text = `${Math.abs(Math.round(apart))} ms ${apart < 0 ? 'behind' : 'ahead of'} this machine's`;
  const advice = 'Let both machines follow the same time server (NTP).';
  if (Math.abs(apart) > unbearable) return ill(about, text, advice);
  return Math.abs(apart) > noticeable ? doubtful(about, text, advice) : well(about, text);
}

async function examineTables(services: Services, app: App, database: Database): Promise<Finding[]> {
  const about = `${app}: tables`;
  const service = services.of(app);
  const pending = await pendingMigrations(service, database);
  if (pending.length > 0)
    return [ill(about, `not yet migrated: ${pending.join(', ')}`, 'Run plumbline migrate, or start the service.')];
  const { changed, unknown } = await migrationsOfOthers(service, database);
  if (changed.length > 0)
    return [
      ill(
        about,
        `made by other migrations than this program has: ${changed.join(', ')}`,
        'Run the release that made them: this program does not start on them.',
      ),
    ];
  const ahead = doubtful(
    about,
    `a newer version has been here, with ${unknown.join(', ')}`,
    'This one works on its tables. Run that version again when you can (docs/operations.md).',
  );
  return [await compareTables(services, app, database), ...(unknown.length > 0 ? [ahead] : [])];
}

async function compareTables(services: Services, app: App, database: Database): Promise<Finding> {
  const about = `${app}: tables`;
  const service = services.of(app);
  const differences = await checkSchema(database, wantedTables(service));
  if (differences.length === 0) return well(about, `${service.models.length} models, all as they should be`);
  const lost = differences.filter(isLost);
  if (lost.length > 0)
    return ill(about, told(lost), 'Restore a backup into an empty database (docs/guides/back-up-and-move.md).');
  return doubtful(
    about,
    told(differences),
    'Somebody changed the tables by hand, or a newer version has been here. Undo the change, or run that version.',
  );
}

const told = (differences: Difference[]): string => differences.slice(0, 5).map(describeDifference).join('; ');
