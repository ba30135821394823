import { type Criteria, everything, type Model, type Row } from '@plumbline/model';
import { type Sql, sequence, splice, sql } from '@plumbline/store';
import { localize } from '../criteria/localize';
import { isPointed } from '../criteria/pointed';
import { mayBeSparse } from '../criteria/sparse';
import { toSql } from '../criteria/toSql';
import type { Work } from '../engine';
import { idArray } from '../keys';
import { countRows } from './counting';
import { type Groups, groupsOf, isAboutGroups, pageOfGroups } from './groups';
import { orderBy, sortsByCounter } from './order';
import { Reach } from './paths';
import { statementOf } from './plans';

export interface Loaded {
  rows: Row[];
  /** The statement that counts all matches. */
  count: () => Promise<number>;
}

/** A statement that finds rows of a model in an order, but for which rows and how many. */
export interface Listing {
  select: Sql;
  order: Sql;
  /** The same in two; undefined when rows are in no order, or in one by what is only counted for the whole row. */
  halves: Halves | undefined;
  /** Set when the order is the model's own and falls into groups. */
  groups: Groups | undefined;
}

/** Which rows, and then what is to be known of them. */
interface Halves {
  /** Finds ids. */
  ids: Sql;
  /** What comes before the ids found, and what comes after them. */
  columns: Sql;
  from: Sql;
}

const nothing = sql.fragment``;
const comma = sql.fragment`, `;
const whereWord = sql.fragment`WHERE`;
/** Limits that are worth a plan of their own. */
const usualLimits = new Set([1, 10, 20, 25, 50, 100, 200, 250, 500, 1000]);

/**
 * Puts the statements of a list together: these columns of rows, to which this is the way, by names of a `sort`
 * parameter; none: in the model's own order, `false`: in no order at all.
 */
export async function listingOf(
  work: Work,
  model: Model,
  columns: Sql[],
  reach: Reach,
  sort: string[] | false,
): Promise<Listing & { isOrderedAbroad: boolean }> {
  const { engine } = work;
  const table = sql.fragment`${sql.identifier([model.name])} t`;
  const wanted = sql.fragment`SELECT ${sql.join(columns, comma)} FROM`;
  const joined = () => sequence([...reach.joins.values()]);
  if (sort === false)
    return {
      select: sql.fragment`${wanted} ${table} ${joined()}`,
      order: nothing,
      halves: undefined,
      groups: undefined,
      isOrderedAbroad: false,
    };
  const ordering = new Reach(engine, model);
  const order = sql.fragment`ORDER BY ${await orderBy(work, model, ordering, sort)}`;
  const halves = {
    ids: sql.fragment`SELECT t.id, t.xmin AS version FROM ${table} ${sequence([...ordering.joins.values()])}`,
    columns: wanted,
    from: sql.fragment`JOIN ${table} ON t.id = found.id AND t.xmin = found.version ${joined()} ORDER BY found.place`,
  };
  reach.takeOver(ordering);
  return {
    select: sql.fragment`${wanted} ${table} ${joined()}`,
    order,
    halves: sortsByCounter(model, sort) ? undefined : halves,
    groups: sort.length === 0 ? groupsOf(engine, model) : undefined,
    isOrderedAbroad: ordering.isOrderedAbroad,
  };
}

interface Page {
  criteria?: Criteria;
  limit?: number | undefined;
  offset?: number;
}

/** Most rows that are fetched first and ordered then, where the order's index would be walked in vain. */
const fewRows = 5000;

/** Runs a listing for the rows that match, by the way that is cheapest for them. */
export async function loadPage(work: Work, model: Model, listing: Listing, page: Page): Promise<Loaded> {
  const { criteria = everything, limit, offset = 0 } = page;
  const localized = await localize(work, model, criteria);
  const condition = toSql(work.engine, { model, alias: 't' }, localized);
  const count = () => countRows(work, model, localized, condition);
  if (isPointed(model, localized))
    return { rows: await work.sql.quick<Row>(fixedStatement(listing, condition, page)), count };
  if (limit === undefined) return { rows: await work.sql.rows<Row>(fixedStatement(listing, condition, page)), count };
  const bounds = { limit, offset };
  const { halves, groups } = listing;
  if (halves && groups && isAboutGroups(localized, groups)) {
    const ids = pageOfGroups(model, groups, condition, bounds);
    return { rows: await loadByHalves(work, model, listing, halves, ids), count };
  }
  const isFirst = condition.values.length === 0 && offset === 0;
  if (isFirst && usualLimits.has(limit))
    return { rows: await work.sql.rows<Row>(fixedStatement(listing, condition, page)), count };
  // In one statement, too, so that a page costs the same whatever its size.
  if (isFirst || !halves)
    return { rows: await work.sql.rows<Row>(statementOf(listing, condition, bounded(bounds))), count };

  const counted = mayBeSparse(model, localized) ? await count() : undefined;
  const matching =
    counted !== undefined && counted <= fewRows
      ? fetchedFirst(model, toSql(work.engine, { model, alias: 'f' }, localized))
      : condition;
  const ids = splice(halves.ids, whereWord, matching, listing.order, bounded(bounds));
  const rows = await loadByHalves(work, model, listing, halves, ids);
  return { rows, count: counted === undefined ? count : async () => counted };
}

/**
 * Finds a page's ids, then its rows. PostgreSQL plans the first for the values at hand, which does not take long as the
 * joins that rows need are not part of it, and the second once; nothing is joined to rows that are skipped.
 */
async function loadByHalves(work: Work, model: Model, listing: Listing, halves: Halves, ids: Sql): Promise<Row[]> {
  const found = await work.sql.rows<{ id: string | number; version: string }>(ids);
  if (found.length === 0) return [];
  const keys = idArray(
    model,
    found.map(({ id }) => id),
  );
  const versions = sql.array(
    found.map(({ version }) => version),
    'xid',
  );
  const these = sql.fragment`unnest(${keys}, ${versions}) WITH ORDINALITY AS found(id, version, place)`;
  const rows = await work.sql.rows<Row>(splice(halves.columns, these, halves.from));
  if (rows.length === found.length) return rows;
  // What was changed in between may not match any more. One statement sees one moment.
  const page = sql.fragment`t.id = ANY(ARRAY(SELECT page.id FROM (${ids}) AS page))`;
  return work.sql.rows<Row>(statementOf(listing, page));
}

/** The rows that match, found before anything is ordered. */
const fetchedFirst = (model: Model, condition: Sql): Sql =>
  sql.fragment`t.id = ANY(ARRAY(SELECT f.id FROM ${sql.identifier([model.name])} f WHERE ${condition}))`;

const bounded = ({ limit, offset }: { limit: number; offset: number }): Sql =>
  sql.fragment`LIMIT ${limit} OFFSET ${offset}`;

/** A bound of a page as text; those that clients use all the time are made once. */
function fixed(word: 'limit' | 'offset', bound: number): Sql {
  const key = `${word} ${bound}`;
  const known = bounds.get(key);
  if (known) return known;
  const value = sql.literalValue(String(bound));
  const made = word === 'limit' ? sql.fragment`LIMIT ${value}` : sql.fragment`OFFSET ${value}`;
  if (bounds.size < boundsAtMost) bounds.set(key, made);
  return made;
}
const bounds = new Map<string, Sql>();
const boundsAtMost = 1000;

/**
 * A page whose bounds are part of the text: PostgreSQL then keeps one plan for it, which bounds as parameters prevent.
 */
function fixedStatement(listing: Listing, condition: Sql, { limit, offset = 0 }: Page): Sql {
  const page = [
    ...(limit === undefined ? [] : [fixed('limit', limit)]),
    ...(offset === 0 ? [] : [fixed('offset', offset)]),
  ];
  return statementOf(listing, condition, ...page);
}
