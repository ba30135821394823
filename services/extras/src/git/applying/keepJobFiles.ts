import type { UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import type { RepositoryFile } from '../messages';
import type { Report } from '../report';

/**
 * Keeps the files of jobs of a repository for the workers, as part of a transaction; what did not change is not
 * touched.
 */
export async function keepJobFiles(
  work: UnitOfWork,
  repository: string,
  files: RepositoryFile[],
  tell: Report,
): Promise<void> {
  const json = JSON.stringify(files);
  const wanted = sql.fragment`jsonb_to_recordset(${json}::jsonb) AS wanted(path text, text text)`;
  const removed = await work.sql.run(sql.unsafe`
    DELETE FROM gitfile WHERE repository = ${repository} AND path NOT IN (SELECT path FROM ${wanted})`);
  const written = await work.sql.run(sql.unsafe`
    INSERT INTO gitfile (id, repository, path, content)
    SELECT gen_random_uuid(), ${repository}::uuid, wanted.path, wanted.text FROM ${wanted}
    ON CONFLICT (repository, path) DO UPDATE SET content = excluded.content WHERE gitfile.content <> excluded.content`);
  if (removed + written > 0)
    tell('success', `${written} files of jobs were taken over, and ${removed} were removed.`, { part: 'jobs' });
}
