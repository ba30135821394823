import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { JobDescription } from '@plumbline/jobs';
import type { Row } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';
import { type JobSource, writeSource } from './source';

/** A job that was found. */
export interface FoundJob {
  moduleName: string;
  description: JobDescription;
  origin: JobSource;
  /** It may be run as soon as it is there. */
  enabled?: boolean;
}

const longestName = 100;

/** Columns that people may set themselves; then `<column>_override` says that they stay. */
const overridable = (job: JobDescription): Row => ({
  grouping: job.grouping.slice(0, 255),
  name: job.name.slice(0, longestName),
  description: job.description,
  approval_required: job.approvalRequired && !job.hasSensitiveVariables,
  dryrun_default: job.dryRunDefault,
  hidden: job.hidden,
  soft_time_limit: job.softTimeLimit,
  time_limit: job.timeLimit,
  has_sensitive_variables: job.hasSensitiveVariables,
  task_queues: job.taskQueues,
});

const fixed = (job: JobDescription): Row => ({
  installed: true,
  is_job_hook_receiver: job.isHookReceiver,
  is_job_button_receiver: job.isButtonReceiver,
  read_only: job.readOnly,
  supports_dryrun: job.supportsDryRun,
  variables: job.variables,
});

/**
 * Brings the jobs of some kinds of origin in line with what was found: new ones are there and, unless said otherwise,
 * not enabled; known ones are as their files say wherever nobody has said something else; those that were not found are
 * not installed any more, of no kinds none. Any number of workers may do it at once.
 */
export async function installJobs(tx: Queryable, kinds: JobSource['kind'][], found: FoundJob[]): Promise<void> {
  const known = await knownJobs(tx);
  await keepFound(tx, known, found);
  const keys = new Set(found.map(jobKey));
  for (const job of known)
    if (job.installed && !keys.has(keyOfRow(job)) && kinds.some((kind) => isOf(job, kind)))
      await tx.run(
        sql.unsafe`UPDATE job SET installed = false, last_updated = now() WHERE id = ${String(job.id)}::uuid`,
      );
}

/**
 * Puts back of jobs that were found before what is not there or not installed any more, and touches no others: another
 * worker may see other files than this one, and neither is to undo for ever what the other does.
 */
export async function putBackJobs(tx: Queryable, found: FoundJob[]): Promise<void> {
  const missing = (known: Row[]): FoundJob[] => {
    const installed = new Set(known.filter((job) => job.installed).map(keyOfRow));
    return found.filter((job) => !installed.has(jobKey(job)));
  };
  // This is looked for all the time, and nobody need be kept from what is not missing.
  const there = await tx.rows<Row>(sql.unsafe`SELECT module_name, job_class_name, installed FROM job`);
  if (missing(there).length === 0) return;
  const known = await knownJobs(tx);
  await keepFound(tx, known, missing(known));
}

/** All jobs, for whoever alone may install some until the transaction ends, as they are once those who change one are done. */
async function knownJobs(tx: Queryable): Promise<Row[]> {
  await tx.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtext('extras.job installation'))`);
  return tx.rows<Row>(sql.unsafe`SELECT job.* FROM job ORDER BY id FOR NO KEY UPDATE`);
}

async function keepFound(tx: Queryable, known: Row[], found: FoundJob[]): Promise<void> {
  const names = new Set(known.map(({ name }) => name));
  const byKey = new Map(known.map((job) => [keyOfRow(job), job]));
  for (const job of found) {
    const before = byKey.get(jobKey(job));
    await (before ? update(tx, before, job, names) : insert(tx, job, names));
  }
}

const keyOf = (moduleName: string, className: string): string => `${moduleName} ${className}`;
const keyOfRow = (job: Row): string => keyOf(String(job.module_name), String(job.job_class_name));
/** What tells a job from all others. */
export const jobKey = ({ moduleName, description }: FoundJob): string => keyOf(moduleName, description.exportName);
const isOf = ({ origin }: Row, kind: JobSource['kind']): boolean => String(origin).includes(`"kind":"${kind}"`);

/** A name that no other job has. */
function freeName(name: string, names: Set<unknown>): string {
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name.slice(0, longestName - 8)} (${number})`;
    if (names.has(tried)) continue;
    names.add(tried);
    return tried;
  }
}

async function insert(tx: Queryable, { moduleName, description, origin, enabled }: FoundJob, names: Set<unknown>) {
  const values = overridable(description);
  const row = {
    id: randomUUID(),
    module_name: moduleName,
    job_class_name: description.exportName,
    ...values,
    ...fixed(description),
    name: freeName(String(values.name), names),
    enabled: enabled ?? false,
    origin: writeSource(origin),
    ...Object.fromEntries(Object.keys(values).map((column) => [`${column}_override`, false])),
    tags: [],
    custom_fields: {},
  };
  await tx.run(sql.unsafe`
    INSERT INTO job SELECT item.* FROM jsonb_populate_record(NULL::job,
      ${JSON.stringify(row)}::jsonb || jsonb_build_object('created', now(), 'last_updated', now())) item`);
}

async function update(tx: Queryable, before: Row, { description, origin }: FoundJob, names: Set<unknown>) {
  const said = Object.entries(overridable(description)).filter(([column]) => !before[`${column}_override`]);
  const after: Row = { ...before, ...Object.fromEntries(said), ...fixed(description), origin: writeSource(origin) };
  if (after.name !== before.name && !isNumbered(before.name, after.name)) {
    names.delete(before.name);
    after.name = freeName(String(after.name), names);
  } else after.name = before.name;
  if (after.approval_required && after.has_sensitive_variables) after.approval_required = false;
  const changed = Object.keys(after).filter((column) => !isDeepStrictEqual(after[column], before[column]));
  if (changed.length === 0) return;
  // What nobody is shown is nobody's news.
  const isSeen = changed.some((column) => column !== 'variables' && column !== 'origin');
  const columns = changed.map((column) => sql.fragment`${sql.identifier([column])} = item.${sql.identifier([column])}`);
  await tx.run(sql.unsafe`
    UPDATE job SET last_updated = CASE WHEN ${isSeen} THEN now() ELSE job.last_updated END, ${sql.join(columns, sql.fragment`, `)}
    FROM jsonb_populate_record(NULL::job, ${JSON.stringify(after)}::jsonb) item WHERE job.id = ${String(before.id)}::uuid`);
}

/** `Count (2)` is what `Count` is called where the name was taken. */
const isNumbered = (name: unknown, wanted: unknown): boolean =>
  String(name).startsWith(`${wanted} (`) && /\(\d+\)$/.test(String(name));
