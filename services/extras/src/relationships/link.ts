import {
  createObjects,
  groupedBy,
  permitted,
  removeUnreferenced,
  select,
  TargetBeingDeleted,
  type UnitOfWork,
  writersStatement,
  writing,
} from '@plumbline/engine';
import { type LinkRequest, type Refusal, unseenAmong } from '@plumbline/extensions';
import { type FieldErrors, Problem, problems } from '@plumbline/http';
import { allOf, type Row, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { RelationshipAssociation } from '../models/relationshipAssociation';
import { introduce } from './introduced';
import { withUnsettled } from './unsettled';

type Change = LinkRequest['changes'][number];

/** An association, as clients would send it; one that is there has its id. */
export interface Link {
  id?: string;
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
 * Throws a 409 when one of them is being deleted, or was linked or unlinked for a write whose end is not known: that may be waiting
 * for whoever asks, who is to let go first.
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

async function link(work: UnitOfWork, request: LinkRequest): Promise<void> {
  const { app, operation, changes } = request;
  const relationships = await lockRelationships(work, changes);
  if (changes.some((change) => isOfOthers(request, change, relationships.get(change.relationship))))
    throw new TargetBeingDeleted();
  const stored = await storedLinks(work, changes);
  const unseen = await unseenLinks(work, relationships, changes, stored);
  const undo: Undo = { added: [], removed: [] };
  const held = { label: request.label, ids: new Set(request.held) };
  const act = async ({ wanted, removed }: Turn): Promise<void> => {
    undo.added.push(...(await add({ ...work, held }, wanted)));
    await remove(work, removed);
    undo.removed.push(...(removed as unknown as Link[]));
  };
  const gone = new Set<Row>();
  const seen = new Set<string>();
  const turnFor = (change: Change): Turn => {
    const relationship = relationships.get(change.relationship);
    if (!relationship) throw new Refused({ relationship: ['This relationship does not exist any more.'] });
    introduce(work, change.relationship, change.id, change);
    const links = linksOf(change, isSymmetric(relationship), stored);
    if ([...links.values()].some(({ unsettled }) => unsettled)) throw new TargetBeingDeleted();
    const others = new Set(change.others);
    const next = newTurn();
    for (const [other, row] of links) {
      if (others.has(other) || gone.has(row) || unseen.has(row)) continue;
      gone.add(row);
      next.removed.push(row);
      for (const place of placesOf(relationship, row as unknown as Link)) next.freed.add(place);
    }
    for (const other of others) {
      const link = linkOf(relationship, change, other);
      const places = placesOf(relationship, link);
      const row = links.get(other);
      if ((!row || gone.has(row)) && !seen.has(places[0])) {
        next.wanted.push(link);
        for (const place of places) next.taken.add(place);
      }
      seen.add(places[0]);
    }
    return next;
  };
  let turn = newTurn();
  for (const mine of byObject(changes)) {
    const next = newTurn();
    for (const change of mine) extend(next, turnFor(change));
    if ([...next.taken].some((place) => turn.freed.has(place))) {
      await act(turn);
      turn = next;
    } else extend(turn, next);
  }
  await act(turn);
  await work.sql.run(
    sql.unsafe`INSERT INTO shared_write_undo (operation, time, app, undo) VALUES (${operation}::uuid, now(), ${app}, ${JSON.stringify(undo)}::jsonb)`,
  );
}

/**
 * What objects are given, and what they give up after that. Objects come one after another: what one gave up another may have.
 */
interface Turn {
  wanted: Link[];
  removed: Row[];
  /** Places of what is wanted, and of what is removed. */
  taken: Set<string>;
  freed: Set<string>;
}

const newTurn = (): Turn => ({ wanted: [], removed: [], taken: new Set(), freed: new Set() });

/** Has a turn do what another would do after it. */
function extend(turn: Turn, { wanted, removed, taken, freed }: Turn): void {
  turn.wanted.push(...wanted);
  turn.removed.push(...removed);
  for (const place of taken) turn.taken.add(place);
  for (const place of freed) turn.freed.add(place);
}

const isSymmetric = ({ type }: Row): boolean => String(type).startsWith('symmetric');

/** Changes of one object after those of another, in the order in which objects are first named. */
const byObject = (changes: Change[]): Iterable<Change[]> => groupedBy(changes, ({ id }) => id).values();

/** What only one association at a time can have: first the pair of its ends, then the ends that take no other. */
function placesOf(relationship: Row, { source_id, destination_id }: Link): [string, ...string[]] {
  const { id, type } = relationship;
  const ends = isSymmetric(relationship) ? [source_id, destination_id].sort() : [source_id, destination_id];
  const pair = JSON.stringify([id, ...ends]);
  if (type === 'symmetric-one-to-one') return [pair, ...ends.map((end) => `${id} ${end}`)];
  const destination = `${id} to ${destination_id}`;
  if (type === 'one-to-one') return [pair, destination, `${id} from ${source_id}`];
  return type === 'one-to-many' ? [pair, destination] : [pair];
}

/** Whether a relationship is not of the model's on this end any more: who asks had not heard of that, and is to look again. */
const isOfOthers = ({ label }: LinkRequest, { own }: Change, relationship: Row | undefined): boolean =>
  relationship !== undefined && relationship[`${own}_type`] !== label;

async function lockRelationships(work: UnitOfWork, changes: Change[]): Promise<Map<unknown, Row>> {
  const ids = [...new Set(changes.map(({ relationship }) => relationship))];
  const rows = await work.sql.rows<Row>(
    sql.unsafe`SELECT id, type, source_type, destination_type FROM relationship WHERE id = ANY(${sql.array(ids, 'uuid')}) ORDER BY id FOR NO KEY UPDATE`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The associations these objects have by these relationships, or may have again. */
async function storedLinks(work: UnitOfWork, changes: Change[]): Promise<Row[]> {
  const relationships = sql.array([...new Set(changes.map(({ relationship }) => relationship))], 'uuid');
  const ids = sql.array([...new Set(changes.map(({ id }) => id))], 'uuid');
  return work.sql.rows<Row>(sql.unsafe`
    SELECT * FROM ${withUnsettled}
    WHERE relationship = ANY(${relationships}) AND (source_id = ANY(${ids}) OR destination_id = ANY(${ids}))`);
}

/**
 * Those that a change does not name because they lead to what the caller may not view and was not shown: these stay, so that writing
 * back what was read takes nothing away. What leads to nothing at all goes.
 */
async function unseenLinks(
  work: UnitOfWork,
  relationships: Map<unknown, Row>,
  changes: Change[],
  stored: Row[],
): Promise<Set<Row>> {
  const unnamed = new Map<string, Map<string, Row[]>>();
  for (const change of changes) {
    const relationship = relationships.get(change.relationship);
    if (!relationship) continue;
    const label = String(change.own === 'source' ? relationship.destination_type : relationship.source_type);
    const rows = unnamed.get(label) ?? new Map<string, Row[]>();
    unnamed.set(label, rows);
    for (const [other, row] of linksOf(change, isSymmetric(relationship), stored))
      if (!change.others.includes(other)) rows.set(other, [...(rows.get(other) ?? []), row]);
  }
  const kept = await Promise.all(
    [...unnamed].map(async ([label, rows]) =>
      [...(await unseenAmong(work, label, rows.keys()))].flatMap((id) => rows.get(String(id))!),
    ),
  );
  return new Set(kept.flat());
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
