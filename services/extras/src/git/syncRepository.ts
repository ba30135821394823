import {
  changeContext,
  loadByIds,
  moment,
  removeObjects,
  type UnitOfWork,
  unitOfWork as workOf,
  writing,
} from '@plumbline/engine';
import type { Row } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';
import { GitRepository } from '../models';
import { applyLocalContexts } from './applying/applyLocalContexts';
import { applyProvision, type Leftovers } from './applying/applyProvision';
import { credentialsOf } from './credentials';
import { FetchProblem } from './fetching/fetchProblem';
import { fetchRepository } from './fetchRepository';
import { gitLimits } from './limits';
import type { Provision } from './messages';
import { readKnownHosts } from './readKnownHosts';
import type { Report } from './report';

export interface SyncOptions {
  /** Everything is tried and told, and nothing is kept. */
  isRehearsal: boolean;
  /** Throws where nobody wants it any more; asked before anything of it is kept. */
  demandWanted(run: Queryable): Promise<void>;
}

/**
 * Takes over what a repository provides now: fetches it, and makes what belongs to it what its files say, in one
 * transaction. Of two that sync a repository at once the one that began later is the one that counts. Throws a
 * `FetchProblem` when nothing can be had of the repository; faults of single files are told. Answers the commit.
 */
export async function syncRepository(
  asked: UnitOfWork,
  id: string,
  tell: Report,
  options: SyncOptions,
): Promise<string> {
  const { isRehearsal, demandWanted } = options;
  const fresh = () => withTime(asked, isRehearsal);
  const { turn, repository } = await begin(fresh(), id);
  const [url, branch] = [String(repository.remote_url), String(repository.branch)];
  const contents = repository.provided_contents as string[];
  const credentials = await credentialsOf(fresh(), GitRepository, repository);
  const allowed = [...asked.engine.settings.outgoingAllow];
  tell('info', `Fetching ${branch}.`);
  const knownHosts = await readKnownHosts(url, asked.engine.settings.sshKnownHosts);
  const provision = await fetchRepository({ url, branch, contents, allowed, ...credentials, ...knownHosts });
  tell('info', `The commit is ${provision.head}.`);
  // A transaction may have to be begun again, and what it told goes with it.
  let told: Parameters<Report>[] = [];
  const leftovers = await writing(fresh(), async (inner) => {
    told = [];
    const found = await apply(inner, id, turn, provision, (...line) => told.push(line));
    await demandWanted(inner.sql);
    return found;
  });
  for (const line of told) tell(...line);
  if (!leftovers) return provision.head;
  for (const [label, ids] of Object.entries(leftovers)) {
    if (await isOvertaken(fresh(), id, turn)) return provision.head;
    const model = asked.engine.models.get(label)!;
    if (!isRehearsal) await removeObjects(fresh(), model, ids);
    tell('success', `${ids.length} of the ${model.plural} were removed.`, { part: model.plural });
  }
  if (await isOvertaken(fresh(), id, turn)) return provision.head;
  await applyLocalContexts(fresh(), id, provision, tell);
  if (isRehearsal) tell('info', 'Nothing of this was kept.');
  return provision.head;
}

/** The same work with time for a part of it. */
const withTime = ({ engine, scope }: UnitOfWork, dryRun: boolean): UnitOfWork =>
  workOf(engine, { ...scope, dryRun, deadline: Date.now() + gitLimits.seconds * 1000 });

const gone = () => new FetchProblem('The repository is not there any more.');

/** Takes the next turn of a repository, and reads what it is at that moment. */
async function begin(work: UnitOfWork, id: string): Promise<{ turn: number; repository: Row }> {
  const taken = await work.sql.first<{ syncs_begun: number }>(
    sql.unsafe`UPDATE gitrepository SET syncs_begun = syncs_begun + 1 WHERE id = ${id} RETURNING syncs_begun`,
  );
  const [repository] = await loadByIds(work, GitRepository, [id], true);
  if (!taken || !repository) throw gone();
  return { turn: taken.syncs_begun, repository };
}

/** Whether a sync that began later has been there. */
async function isOvertaken({ sql: run }: UnitOfWork, id: string, turn: number): Promise<boolean> {
  const row = await run.first<{ last_sync: number }>(sql.unsafe`SELECT last_sync FROM gitrepository WHERE id = ${id}`);
  return row === undefined || row.last_sync > turn;
}

/** Answers what is to be removed afterwards; null when this sync has come too late. */
async function apply(
  work: UnitOfWork,
  id: string,
  turn: number,
  provision: Provision,
  tell: Report,
): Promise<Record<string, string[]> | null> {
  const row = await work.sql.first<{ current_head: string; last_sync: number }>(
    sql.unsafe`SELECT current_head, last_sync FROM gitrepository WHERE id = ${id} FOR NO KEY UPDATE`,
  );
  if (!row) throw gone();
  if (row.last_sync > turn) {
    tell('info', 'A sync that began later has been there already: nothing is left to do.');
    return null;
  }
  const leftovers: Leftovers = await applyProvision(work, { id }, provision, tell);
  const isNews = row.current_head !== provision.head;
  await work.sql.run(sql.unsafe`
    UPDATE gitrepository SET last_sync = ${turn}, synced_head = ${provision.head}, current_head = ${provision.head},
      last_updated = CASE WHEN ${isNews} THEN ${moment()}::timestamptz ELSE last_updated END WHERE id = ${id}`);
  if (isNews) await changeContext(work).alsoChanged('extras.gitrepository', [id]);
  return Object.fromEntries([...leftovers].filter(([, ids]) => ids.length > 0));
}
