import {
  type Engine,
  isWrittenSince,
  perEngine,
  perTransaction,
  type UnitOfWork,
  writtenState,
} from '@plumbline/engine';
import { inLine, type Places, type Sql, sql } from '@plumbline/store';
import { type CustomField, customFieldSchema, type KnownField, type Renaming } from './customField';

/** The custom fields of one model as they were read, and which state of theirs that was. */
interface Read {
  fields: KnownField[];
  version: string;
}

const known = perEngine(() => ({
  byLabel: new Map() as ReadonlyMap<string, Read>,
  written: undefined as string | undefined,
}));
const none: KnownField[] = [];

/** The custom fields of a model of this service, in the order they are shown in. */
export const fieldsOf = (engine: Engine, label: string): KnownField[] =>
  known(engine).byLabel.get(label)?.fields ?? none;

/** What is shown and checked: not what is being taken away. */
const inForce = sql.fragment`definition IS NOT NULL AND state <> 'removing'`;
const fieldsInForce = sql.fragment`custom_field WHERE ${inForce}`;

/**
 * Reads which custom fields this service knows of; done at the start and whenever some process of it has taken in
 * others.
 */
export async function readDefinitions(work: UnitOfWork): Promise<void> {
  await read(work);
}

async function read({ engine, sql: run }: UnitOfWork): Promise<ReadonlyMap<string, Read>> {
  const rows = await run.rows<State & { label: string; definition: unknown; renamings: Renaming[]; written: string }>(
    sql.unsafe`
      SELECT label, key, xmin::text AS version, definition, renamings, ${writtenState(fieldsInForce)} AS written
      FROM ${fieldsInForce}`,
  );
  const labels = new Set(rows.map(({ label }) => label));
  const reads = new Map(
    [...labels].map((label): [string, Read] => {
      const own = rows.filter((row) => row.label === label);
      const fields = own
        .map(({ definition, renamings }) => ({ ...customFieldSchema.parse(definition), renamings }))
        .sort(inOrder);
      return [label, { fields, version: versionOf(own) }];
    }),
  );
  Object.assign(known(engine), { byLabel: reads, written: rows[0]?.written });
  return reads;
}

/** Whether the custom fields of this service are others by now than this process has read, as a condition. */
export const areOutdated = (engine: Engine): Sql => isWrittenSince(fieldsInForce, known(engine).written);

/** One field, and the transaction that wrote it down: another one has, when it has changed. */
interface State {
  key: string;
  version: string;
}

const versionOf = (states: State[]): string =>
  states
    .map(({ key, version }) => `${key} ${version}`)
    .sort()
    .join();

const heldIn = perTransaction(() => new Map<string, KnownField[]>());

/** The custom fields of a model as the transaction of `work` holds them; those this process knows where it does not. */
export const lockedFields = (work: UnitOfWork, label: string): KnownField[] =>
  heldIn(work).get(label) ?? fieldsOf(work.engine, label);

/**
 * Keeps the custom fields of a model as they are until the transaction of `work` ends, so that a field that goes finds
 * every value that was written by it; answers with the fields as they are by then. It comes before any row of the model
 * is locked: whoever changes a field locks the field first, then rows. Where this process knows of no field it costs
 * nothing: in the seconds until it knows of the first one, values that are there stay, and at worst its default, or what is sent for it, is
 * missing until the object's next write.
 */
export async function lockFieldsShared(work: UnitOfWork, label: string): Promise<KnownField[]> {
  const mine = heldIn(work);
  const before = mine.get(label);
  if (before) return before;
  const read = known(work.engine).byLabel.get(label);
  if (!read) return none;
  const states = await work.sql.rows<State>(sql.unsafe`
    WITH line AS MATERIALIZED (${inLine([fieldsAs('shared', label)])})
    SELECT key, xmin::text AS version FROM custom_field, line WHERE label = ${label} AND ${inForce} ORDER BY key FOR SHARE OF custom_field`);
  const fields = versionOf(states) === read.version ? read.fields : await readAgain(work, label);
  mine.set(label, fields);
  // A part of a transaction that is undone lets go of what it has locked.
  work.afterRollback?.push(async () => void mine.delete(label));
  return fields;
}

/**
 * Waits for whoever writes by the custom fields of a model before they are changed in the transaction of `work`; who comes later waits
 * in turn.
 */
export async function lockFields({ sql: run }: UnitOfWork, label: string): Promise<void> {
  await run.run(sql.unsafe`${inLine([fieldsAs('exclusive', label)])}`);
}

/** Those who write by the custom fields of a model, and those who change them, stand in one line. */
const fieldsAs = (as: Places['as'], label: string): Places => ({
  kind: 'custom fields',
  ids: sql.fragment`SELECT ${label}::text AS id`,
  as,
});

const readAgain = async (work: UnitOfWork, label: string): Promise<KnownField[]> =>
  (await read(work)).get(label)?.fields ?? none;

const inOrder = (one: CustomField, other: CustomField): number =>
  one.weight - other.weight || (one.label < other.label ? -1 : 1);
