import { randomUUID } from 'node:crypto';
import { fileContent, keepFiles, moment, type UnitOfWork } from '@plumbline/engine';
import type { SentFile } from '@plumbline/http';
import { readFileReference, toKeep } from '@plumbline/model';
import { sql } from '@plumbline/store';

/**
 * Keeps a file for a job, within the transaction `work` is part of, and perhaps as part of a job result, which must be
 * there; answers the id of the file proxy. Whoever may run jobs may bring files, so nobody's permission is asked for.
 */
export async function keepJobFile(
  work: Pick<UnitOfWork, 'sql'>,
  file: SentFile,
  jobResult: string | null,
): Promise<string> {
  const id = randomUUID();
  const kept = toKeep(file);
  await keepFiles(work, [kept]);
  if (jobResult) await work.sql.run(sql.unsafe`SELECT FROM jobresult WHERE id = ${jobResult}::uuid FOR KEY SHARE`);
  const name = [...file.name.replaceAll('\0', '')].slice(0, 255).join('') || 'file';
  await work.sql.run(sql.unsafe`
    INSERT INTO fileproxy (id, name, file, uploaded_at, job_result)
    VALUES (${id}::uuid, ${name}, ${kept.reference}, ${moment()}::timestamptz, ${jobResult}::uuid)`);
  return id;
}

/** The name and the bytes of a file proxy; undefined when there is none with this id. */
export async function openFile(
  work: Pick<UnitOfWork, 'sql'>,
  id: string,
): Promise<{ name: string; bytes: Buffer } | undefined> {
  const row = await work.sql.first<{ name: string; file: string }>(
    sql.unsafe`SELECT name, file FROM fileproxy WHERE id = ${id}::uuid`,
  );
  const reference = readFileReference(row?.file);
  const bytes = reference && (await fileContent(work, reference.digest));
  return row && bytes ? { name: row.name, bytes } : undefined;
}

/** Files that were brought for a run go with its result; those for runs to come are kept with the schedule, and go with it. */
export async function giveFiles(
  work: Pick<UnitOfWork, 'sql'>,
  ids: string[],
  to: 'job_result' | 'scheduled_job',
  owner: string,
): Promise<void> {
  if (ids.length === 0) return;
  await work.sql.run(sql.unsafe`
    UPDATE fileproxy SET ${sql.identifier([to])} = ${owner}::uuid WHERE id = ANY(${sql.array(ids, 'uuid')})`);
}

/** The files of a schedule that has run for the last time go with the result of that run. */
export async function passOnFiles(work: Pick<UnitOfWork, 'sql'>, schedule: string, jobResult: string): Promise<void> {
  await work.sql.run(
    sql.unsafe`UPDATE fileproxy SET job_result = ${jobResult}::uuid, scheduled_job = NULL WHERE scheduled_job = ${schedule}::uuid`,
  );
}
