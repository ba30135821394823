import {
  createObjects,
  permitted,
  removeUnreferenced,
  select,
  TargetBeingDeleted,
  type UnitOfWork,
  writersStatement,
  writing,
} from '@plumbline/engine';
import type { LinkRequest, Refusal } from '@plumbline/extensions';
import { type FieldErrors, Problem, problems } from '@plumbline/http';
import { allOf, type Row, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { RelationshipAssociation } from '../models/relationshipAssociation';
import { introduce } from './introduced';

type Change = LinkRequest['changes'][number];

/** An association, as clients would send it. */
export interface Link {
  relationship: string;
  source_type: string;
  source_id: string;
  destination_type: string;
  destination_id: string;
}

/** What linking did, and what undoes it. */
export interface Undo {
  added: string[];
  removed: Link[];
}

/** What is wrong with a link that was asked for. */
class Refused extends Error {
  constructor(readonly errors: FieldErrors) {
    super('a link is refused');
  }
}

/**
 * Links objects as asked, all or none, and notes how to undo it, in one transaction. Answers what stands in the way.
 * Throws a 409 when one of them is being deleted: the deletion may be waiting for whoever asks, who is to let go first.
 */
export async function linkObjects(asked: UnitOfWork, request: LinkRequest): Promise<Refusal | null> {
  const { identity } = writersStatement(asked);
  const work = { ...asked, scope: { ...asked.scope, identity } };
  try {
    return await writing(work, async (inner) => {
      await link(inner, request).catch(sendBack);
      return null;
    });
  } catch (error) {
    if (error instanceof Refused) return error.errors;
    throw error;
  }
}

/** Has the transaction of whoever asks begin anew, and not only this one. */
function sendBack(error: unknown): never {
  throw error instanceof TargetBeingDeleted ? new Problem(error.status, error.body) : error;
}

async function link(work: UnitOfWork, { app, operation, changes }: LinkRequest): Promise<void> {
  const relationships = await lockRelationships(work, changes);
  const stored = await storedLinks(work, changes);
  const wanted: Link[] = [];
  const removed = new Set<Row>();
  const seen = new Set<string>();
  for (const change of changes) {
    const relationship = relationships.get(change.relationship);
    if (!relationship) throw new Refused({ relationship: ['This relationship does not exist any more.'] });
    introduce(work, change.relationship, change.id, change);
    const symmetric = String(relationship.type).startsWith('symmetric');
    const mine = linksOf(change, symmetric, stored);
    const others = new Set(change.others);
    for (const [other, row] of mine) if (!others.has(other)) removed.add(row);
    for (const other of others) {
      const link = linkOf(relationship, change, other);
      const ends = [link.source_id, link.destination_id];
      const pair = JSON.stringify([change.relationship, ...(symmetric ? ends.sort() : ends)]);
      if (!mine.has(other) && !seen.has(pair)) wanted.push(link);
      seen.add(pair);
    }
  }
  const added = await add(work, wanted);
  await remove(work, [...removed]);
  const undo: Undo = { added, removed: [...removed] as unknown as Link[] };
  await work.sql.run(
    sql.unsafe`INSERT INTO shared_write_undo (operation, time, app, undo) VALUES (${operation}::uuid, now(), ${app}, ${JSON.stringify(undo)}::jsonb)`,
  );
}

async function lockRelationships(work: UnitOfWork, changes: Change[]): Promise<Map<unknown, Row>> {
  const ids = [...new Set(changes.map(({ relationship }) => relationship))];
  const rows = await work.sql.rows<Row>(
    sql.unsafe`SELECT id, type, source_type, destination_type FROM relationship WHERE id = ANY(${sql.array(ids, 'uuid')}) ORDER BY id FOR NO KEY UPDATE`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The associations these objects have by these relationships. */
async function storedLinks(work: UnitOfWork, changes: Change[]): Promise<Row[]> {
  const relationships = sql.array([...new Set(changes.map(({ relationship }) => relationship))], 'uuid');
  const ids = sql.array([...new Set(changes.map(({ id }) => id))], 'uuid');
  return work.sql.rows<Row>(sql.unsafe`
    SELECT id, relationship, source_type, source_id, destination_type, destination_id FROM relationshipassociation
    WHERE relationship = ANY(${relationships}) AND (source_id = ANY(${ids}) OR destination_id = ANY(${ids}))`);
}

/** An object's associations at one end of a relationship, by the id at the other. */
function linksOf({ relationship, own, id }: Change, symmetric: boolean, stored: Row[]): Map<string, Row> {
  const links = new Map<string, Row>();
  for (const row of stored) {
    if (row.relationship !== relationship) continue;
    const [here, there] = own === 'source' ? ['source_id', 'destination_id'] : ['destination_id', 'source_id'];
    if (row[here!] === id) links.set(String(row[there!]), row);
    else if (symmetric && row[there!] === id) links.set(String(row[here!]), row);
  }
  return links;
}

const linkOf = ({ source_type, destination_type }: Row, { relationship, own, id }: Change, other: string): Link => ({
  relationship,
  source_type: String(source_type),
  source_id: own === 'source' ? id : other,
  destination_type: String(destination_type),
  destination_id: own === 'source' ? other : id,
});

async function add(work: UnitOfWork, links: Link[]): Promise<string[]> {
  if (links.length === 0) return [];
  try {
    const rows = await createObjects(work, RelationshipAssociation, links, { errors: 'list' });
    return rows.map(({ id }) => String(id));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400 || !Array.isArray(error.body)) throw error;
    const errors = error.body as FieldErrors[];
    throw new Refused(errors.find((one) => Object.keys(one).length > 0) ?? {});
  }
}

async function remove(work: UnitOfWork, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id as string);
  const allowed = await permitted(work, RelationshipAssociation, 'delete');
  const mine = await select(work, RelationshipAssociation.label, allOf(where('id', 'in', ids), allowed));
  if (mine.length < ids.length) throw problems.forbidden();
  await removeUnreferenced(work, RelationshipAssociation, ids);
}

/** Forgets how to undo the links of writes that have committed. */
export async function keepLinks(
  { sql: run }: UnitOfWork,
  { app, operations }: { app: string; operations: string[] },
): Promise<void> {
  await run.run(
    sql.unsafe`DELETE FROM shared_write_undo WHERE app = ${app} AND operation = ANY(${sql.array(operations, 'uuid')})`,
  );
}
