import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { type Queryable, sql } from '@plumbline/store';
import { findFiles, type JobFile, type TellOfLimit } from './findFiles';
import { notThere, unlessCode } from './unlessCode';

/** Where this worker keeps the files of repositories. */
export const repositoriesFolder = (dataDir: string): string => join(dataDir, 'git');

interface Repository {
  id: string;
  slug: string;
  head: string;
}

/** Milliseconds for which files of an earlier commit stay, since runs that began with them may still need them. */
const kept = 24 * 3600 * 1000;

/**
 * What the folder of a repository's files is called: by their commit, or by their sync where somebody has written another
 * over the commit. Syncs of an earlier version do not say which one was theirs.
 */
const headOf = sql.fragment`CASE
  WHEN gitrepository.current_head = coalesce(gitrepository.synced_head, gitrepository.current_head)
    AND gitrepository.current_head ~ '^([0-9a-f]{40}|[0-9a-f]{64})$' THEN gitrepository.current_head
  ELSE gitrepository.id || '-' || gitrepository.last_sync END`;

/** The files of all repositories that may have jobs; they are brought here from the database where they are not yet. */
export async function repositoryFiles(
  database: Queryable,
  folder: string,
  tellOfLimit: TellOfLimit,
): Promise<JobFile[]> {
  const repositories = await database.rows<Repository>(sql.unsafe`
    SELECT id, slug, ${headOf} AS head FROM gitrepository
    WHERE EXISTS (SELECT FROM gitfile WHERE gitfile.repository = gitrepository.id) ORDER BY slug`);
  const found: JobFile[] = [];
  for (const repository of repositories) {
    const { slug } = repository;
    const head = await bring(database, folder, repository);
    for (const { moduleName, path, file, version } of await findFiles(join(folder, slug, head, 'jobs'), tellOfLimit))
      found.push({
        moduleName: `${slug}.jobs.${moduleName}`,
        path: [slug, head, 'jobs', path].join('/'),
        file,
        version,
      });
  }
  return found;
}

/**
 * Writes the files of a repository into a folder named after their commit, all or none, and clears old ones away. Answers
 * the commit: there may be a later one by now.
 */
async function bring(database: Queryable, folder: string, { id, slug, head: asked }: Repository): Promise<string> {
  if (await isThere(join(folder, slug, asked))) return asked;
  const files = await database.rows<{ head: string; path: string; content: string }>(sql.unsafe`
    SELECT ${headOf} AS head, path, content FROM gitfile JOIN gitrepository ON gitrepository.id = gitfile.repository
    WHERE gitrepository.id = ${id}`);
  const head = files[0]?.head ?? asked;
  const target = join(folder, slug, head);
  const draft = join(folder, slug, `.${head}-${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(draft, { recursive: true });
    for (const { path, content } of files) {
      const file = resolve(draft, path);
      if (!file.startsWith(resolve(draft) + sep)) continue;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    // Another worker may have been faster.
    await rename(draft, target).catch(unlessCode(['EEXIST', 'ENOTEMPTY'], undefined));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  for (const name of await readdir(join(folder, slug)))
    if (name !== head && !(await isThere(join(folder, slug, name), kept)))
      await rm(join(folder, slug, name), { recursive: true, force: true });
  return head;
}

/** Whether there is such a folder, and it is not older than this. */
async function isThere(path: string, milliseconds = Number.POSITIVE_INFINITY): Promise<boolean> {
  const known = await stat(path).catch(unlessCode(notThere, undefined));
  return known !== undefined && known.mtimeMs > Date.now() - milliseconds;
}
