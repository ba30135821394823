import { createHash } from 'node:crypto';
import type { Model } from '@plumbline/model';
import { locksInOrder, type Sql, sql } from '@plumbline/store';
import { foreignManifest, ownModel, type UnitOfWork } from '../../core/engine';
import { idArray } from '../../criteria/keys';
import type { Relation } from '../references/relations';
import { readsGuarded } from './guarded';
import { linesShared } from './lines';

type Objects = ReadonlyMap<string, Iterable<string | number>>;

/**
 * Waits for those of this service who are about to refer to these objects of another one, and keeps others from it
 * meanwhile.
 */
export async function waitForReferrers(work: UnitOfWork, objects: Objects): Promise<void> {
  await work.sql.run(sql.unsafe`${waitingBy(sql.fragment`${sql.array(targetLocks(objects), 'int8')}`)}`);
}

/** The statement that does so, without values, so that it may go out with BEGIN. */
export const waitingForReferrers = (objects: Objects): Sql =>
  waitingBy(sql.fragment`${sql.literalValue(`{${targetLocks(objects).join()}}`)}::int8[]`);

const targetLocks = (objects: Objects): string[] => [
  ...new Set([...objects].flatMap(([label, ids]) => [...ids].map((id) => targetLock(label, id).toString()))),
];

const waitingBy = (keys: Sql): Sql =>
  sql.fragment`SELECT pg_advisory_xact_lock(key) FROM (SELECT key FROM unnest(${keys}) AS key ORDER BY key) AS keys`;

/** How the rows of a target model are locked; `FOR KEY SHARE` unless a rule asks for more. */
type Strengths = ReadonlyMap<string, Sql>;

const keyShare = sql.fragment`FOR KEY SHARE`;
const share = sql.fragment`FOR SHARE`;
const exclusive = sql.fragment`FOR NO KEY UPDATE`;

/**
 * Targets of which the rules read guarded columns do not change until the transaction ends; what rules compare all
 * referrers of is one writer's at a time.
 */
export function strengthsOf({ engine }: UnitOfWork, model: Model, relations: Relation[]): Strengths {
  const strengths = new Map<string, Sql>();
  for (const { name, label, needs } of relations) {
    const target = ownModel(engine, label);
    if (model.exclusive.includes(name)) strengths.set(label, exclusive);
    else if (target && readsGuarded(target, needs) && !strengths.has(label)) strengths.set(label, share);
  }
  return strengths;
}

/** Takes a shared lock on each of these objects, so that whoever is about to delete one waits for this transaction. */
export async function lockTargets(
  work: UnitOfWork,
  ids: Map<string, Set<string | number>>,
  strengths: Strengths = new Map(),
): Promise<void> {
  const sorted = [...ids].filter(([, wanted]) => wanted.size > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  const foreign = new Set(
    sorted.flatMap(([label, wanted]) =>
      foreignManifest(work.engine, label) ? [...wanted].map((id) => targetLock(label, id).toString()) : [],
    ),
  );
  const own = sorted.flatMap(([label, wanted]) => {
    const model = ownModel(work.engine, label);
    return model ? [{ model, ids: [...wanted], strength: strengths.get(label) ?? keyShare }] : [];
  });
  // Those who want a row alone wait for it in turn by themselves.
  const shared = own.filter(({ strength }) => strength !== exclusive);
  const locks = own.map(({ model, ids, strength }) => rowLock(model, ids, strength));
  if (shared.length > 0) locks.unshift(linesShared(work.engine, shared));
  if (foreign.size > 0)
    locks.unshift(
      sql.fragment`SELECT pg_advisory_xact_lock_shared(key) FROM (SELECT key FROM unnest(${sql.array([...foreign], 'int8')}) AS key ORDER BY key) AS keys`,
    );
  if (locks.length > 0) await work.sql.run(locksInOrder(locks));
}

/**
 * Rows of this service are locked at least as PostgreSQL's own foreign keys do it: they cannot go before this transaction
 * ends.
 */
const rowLock = (model: Model, ids: (string | number)[], strength: Sql): Sql =>
  sql.fragment`SELECT 1 FROM ${sql.identifier([model.name])} WHERE id = ANY(${idArray(model, ids)}) ORDER BY id ${strength}`;

/** Locks per model of another service: PostgreSQL's table of locks has room for a few thousand in all. */
const buckets = 256n;

/**
 * The advisory lock that stands for an object of another service. Objects of one model share a limited number of them,
 * so that a request about thousands of objects takes few; at worst somebody waits for a writer that refers to another
 * one.
 */
function targetLock(label: string, id: string | number): bigint {
  const model = createHash('sha256').update(`target ${label}`).digest().readBigInt64BE(0);
  const object = createHash('sha256').update(String(id)).digest().readBigUInt64BE(0);
  return (model / buckets) * buckets + (object % buckets);
}
