import type { Model } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';

/**
 * Each service writes down from which others its objects have ever been referred to: before one of them hears that an object is
 * there for it to refer to (docs/adr/0068-who-never-referred-is-not-asked.md). So a deletion asks those and no others.
 */

/** Where a row found with `isReferredFrom` has the answer; no field has such a name. */
export const referredFromColumn = ' referred from';

/** Whether it is written down that rows `t` are referred to from an application. */
export const isReferredFrom = ({ label }: Model, app: string): Sql =>
  sql.fragment`EXISTS (SELECT 1 FROM referred_from r WHERE r.label = ${sql.literalValue(label)} AND r.object_id = t.id::text AND r.app = ${sql.literalValue(app)}) AS ${sql.identifier([referredFromColumn])}`;

/** Stands for every application where it is not known which. */
export const anywhere = '*';

/**
 * Writes down of new objects that an application refers to them before it can see them; without one, that any may, since clients
 * chose their ids.
 */
export const referredFrom = ({ label }: Model, ids: readonly string[], app: string = anywhere): Sql =>
  sql.unsafe`INSERT INTO referred_from (label, object_id, app) SELECT ${label}, id, ${app} FROM unnest(${sql.array([...ids], 'text')}) AS id ON CONFLICT DO NOTHING`;

/** Forgets what was written down of objects that go. */
export const forgottenReferences = ({ label }: Model, ids: readonly (string | number)[]): Sql =>
  sql.fragment`DELETE FROM referred_from WHERE label = ${label} AND object_id = ANY(${sql.array(ids.map(String), 'text')})`;
