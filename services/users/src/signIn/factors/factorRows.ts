import type { UnitOfWork } from '@plumbline/engine';
import type { FactorKind, FactorShown } from '@plumbline/http';
import { sql } from '@plumbline/store';

/** A second factor as it is stored. */
export interface FactorRow {
  id: string;
  kind: FactorKind;
  credential: string | null;
  secret: string;
  counter: number;
}

/** What somebody can show beside their password. */
export const factorsOf = ({ sql: database }: UnitOfWork, userId: string): Promise<FactorRow[]> =>
  database.rows<FactorRow>(sql.unsafe`
    SELECT id, kind, credential, secret, counter FROM secondfactor WHERE "user" = ${userId} ORDER BY created, id`);

/** The same as they see it. */
export const shownFactorsOf = ({ sql: database }: UnitOfWork, userId: string): Promise<FactorShown[]> =>
  database.rows<FactorShown>(sql.unsafe`
    SELECT id, kind, name, created, used FROM secondfactor WHERE "user" = ${userId} ORDER BY created, id`);

export interface NewFactor {
  kind: FactorKind;
  name?: string;
  credential?: string;
  secret?: string;
  counter?: number;
}

/** Adds a factor, in the transaction `work` is part of. */
export async function insertFactor({ sql: database }: UnitOfWork, userId: string, factor: NewFactor): Promise<void> {
  const { kind, name = '', credential = null, secret = '', counter = 0 } = factor;
  await database.run(sql.unsafe`
    INSERT INTO secondfactor (id, "user", kind, name, credential, secret, counter, created)
    VALUES (gen_random_uuid(), ${userId}, ${kind}, ${name.replaceAll('\0', '').slice(0, 100)}, ${credential}, ${secret}, ${counter}, now())`);
}

/** Notes that a factor was shown: true unless what was shown is not newer than what was shown before. */
export async function advance({ sql: database }: UnitOfWork, id: string, counter: number): Promise<boolean> {
  const advanced = await database.first(sql.unsafe`
    UPDATE secondfactor SET counter = ${counter}, used = now() WHERE id = ${id} AND counter < ${counter} RETURNING id`);
  return advanced !== undefined;
}

/** Takes a factor away; with the last that is more than a written-down code those go too. True when it was there. */
export async function removeFactor({ sql: database }: UnitOfWork, userId: string, id: string): Promise<boolean> {
  const removed = await database.first(sql.unsafe`
    DELETE FROM secondfactor WHERE id = ${id} AND "user" = ${userId} RETURNING id`);
  await database.run(sql.unsafe`
    DELETE FROM secondfactor f WHERE f.user = ${userId}
      AND NOT EXISTS (SELECT FROM secondfactor o WHERE o.user = ${userId} AND o.kind <> 'recovery')`);
  return removed !== undefined;
}

/** Takes all factors of a user away; answers how many there were. */
export async function removeFactors({ sql: database }: UnitOfWork, userId: string): Promise<number> {
  const removed = await database.rows(sql.unsafe`DELETE FROM secondfactor WHERE "user" = ${userId} RETURNING id`);
  return removed.length;
}
