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
