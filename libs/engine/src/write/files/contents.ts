import type { FileToKeep } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { UnitOfWork } from '../../core/engine';
import { fileColumns } from '../../core/tables/fileTables';
import { inTransaction } from '../../core/transactions/transaction';

/**
 * Keeps the bytes of files that rows of the same transaction refer to; those that are there already are only renewed.
 */
export async function keepFiles(work: Pick<UnitOfWork, 'sql'>, files: readonly FileToKeep[]): Promise<void> {
  const byDigest = new Map(files.map((file) => [file.digest, file]));
  if (byDigest.size === 0) return;
  const digests = [...byDigest.keys()].sort();
  const contents = digests.map((digest) => byDigest.get(digest)!.bytes.toString('base64'));
  await work.sql.run(sql.unsafe`
    INSERT INTO file_content (digest, content, kept)
    SELECT digest, decode(content, 'base64'), now()
    FROM unnest(${sql.array(digests, 'text')}, ${sql.array(contents, 'text')}) AS files(digest, content)
    ON CONFLICT (digest) DO UPDATE SET kept = excluded.kept`);
}

/** The bytes with this digest; undefined when nobody keeps them. */
export async function fileContent(work: Pick<UnitOfWork, 'sql'>, digest: string): Promise<Buffer | undefined> {
  const found = await work.sql.first<{ content: Buffer }>(
    sql.unsafe`SELECT content FROM file_content WHERE digest = ${digest}`,
  );
  return found?.content;
}

/**
 * Removes the bytes nothing refers to any more; answers how many files went. Whoever writes a row that refers to bytes
 * has renewed them in the same transaction, so bytes that have not been renewed for longer than any transaction lasts
 * and are referred to by no row of now are nobody's.
 */
export function dropUnusedFiles(work: UnitOfWork, minutes = 60): Promise<number> {
  const columns = fileColumns(work.engine.models.values());
  const uses = columns.map(
    ({ model, column }) =>
      sql.fragment`SELECT split_part(${sql.identifier([column])}, '/', 1) AS digest FROM ${sql.identifier([model.name])}`,
  );
  return inTransaction(work, async ({ sql: run }) => {
    const gone = await run.rows<{ digest: string }>(sql.unsafe`
      DELETE FROM file_content kept WHERE kept.kept < now() - ${minutes} * interval '1 minute'
        AND NOT EXISTS (SELECT FROM (${sql.join(uses, sql.fragment` UNION ALL `)}) used WHERE used.digest = kept.digest)
      RETURNING kept.digest`);
    return gone.length;
  });
}
