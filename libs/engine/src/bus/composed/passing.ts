import { Problem } from '@plumbline/http';
import { allOf, type Criteria, everything, type Model } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { inBatches } from '../../core/background/inBatches';
import { foreignManifest, ownModel, type UnitOfWork } from '../../core/engine';
import { ask } from '../../core/messages/ask';
import { type PassingReply, type PassingRequest, passingRequest } from '../../core/messages/composedMessages';
import { databaseProblem } from '../../core/transactions/databaseProblem';
import { asViewer } from '../../core/viewer';
import { idArray, keysOf } from '../../criteria/keys';
import { localize } from '../../criteria/localize';
import { boundedBy, patternsIn } from '../../criteria/patterns';
import { columnOf, toSql } from '../../criteria/toSql';
import { visibleTo } from '../../permissions/permissions';
import { parameterReader, storedCriteria } from './storedFilter';

type Filters = PassingRequest['filters'];

/** Filters that are read beside one another, and that one statement is about. */
const together = 50;

/** Filters that one question is about, and how often at most it has one of them look at an object. */
const atOnce = { filters: 500, looks: 250_000 };

/**
 * For each filter where the objects that it lets pass stand among the ids; nothing passes a filter of a model that nobody
 * has, or one that means nothing any more. Few questions, however many filters there are.
 */
export async function passing(
  work: UnitOfWork,
  label: string,
  { filters, ids, ...viewer }: PassingRequest,
): Promise<PassingReply> {
  const own = ownModel(work.engine, label);
  const foreign = foreignManifest(work.engine, label);
  const answer = (some: Filters): Promise<PassingReply> => {
    const request: PassingRequest = { filters: some, ids, ...viewer };
    if (own) return passingHere(work, own, request);
    return ask<PassingReply>(work, foreign!.app, foreign!.name, 'passing', request);
  };
  if (ids.length === 0 || (!own && !foreign)) return filters.map(() => []);
  const most = Math.max(1, Math.min(atOnce.filters, Math.floor(atOnce.looks / ids.length)));
  return inBatches(filters, most, answer);
}

/** Answers `passing` for a model of this service. */
export async function passingHere(served: UnitOfWork, model: Model, payload: unknown): Promise<PassingReply> {
  const { filters, ids, viewer } = passingRequest.parse(payload);
  const work = { ...(viewer ? asViewer(served, viewer) : served), lookups: new Map() };
  const read = parameterReader(work, model, (criteria) => localize(work, model, criteria));
  const visible = viewer ? await localize(work, model, await visibleTo(work, model, viewer)) : everything;
  const places = new Map(ids.map((id, place) => [String(id), place]));
  return inBatches(filters, together, async (some) => {
    const criteria = await Promise.all(some.map((filter) => storedCriteria(read, filter)));
    const found = await idsOfEach(work, model, ids, visible, criteria);
    return found.map((passed) => passed.map((id) => places.get(String(id))!));
  });
}

type Keys = readonly (string | number)[];

/** Of some objects those that each of several criteria hold for: one statement, and one more where clients' regular expressions are. */
async function idsOfEach(
  work: UnitOfWork,
  model: Model,
  ids: Keys,
  visible: Criteria,
  criteria: readonly Criteria[],
): Promise<Keys[]> {
  const found: Keys[] = criteria.map(() => []);
  const numbers = [...criteria.keys()];
  const withPattern = (number: number) => patternsIn(criteria[number]!).length > 0;
  const asked = [numbers.filter((number) => !withPattern(number)), numbers.filter(withPattern)];
  const look = async (some: readonly number[]): Promise<void> => {
    if (some.length === 0) return;
    const looked = some.map((number) => allOf(criteria[number]!, visible));
    const statement = statementOf(work, model, ids, looked);
    try {
      const rows = await boundedBy(work, allOf(...looked)).sql.rows<{ number: number; ids: Keys }>(statement);
      for (const { number, ids: passed } of rows) found[some[number]!] = passed;
    } catch (error) {
      const problem = databaseProblem(error);
      if (!(problem instanceof Problem) || problem.status !== 400) throw problem;
      // PostgreSQL refuses one of them, which finds nobody and spoils nothing for the others.
      if (some.length > 1) for (const number of some) await look([number]);
    }
  };
  await Promise.all(asked.map(look));
  return found;
}

function statementOf({ engine }: UnitOfWork, model: Model, ids: Keys, criteria: readonly Criteria[]): Sql {
  const table = sql.identifier([model.name]);
  const id = columnOf('t', 'id');
  const given = idArray(model, keysOf(model, ids));
  const keys = model.keyType === 'int' ? sql.fragment`int8[]` : sql.fragment`uuid[]`;
  const each = criteria.map((one, number) => {
    const condition = toSql(engine, { model, alias: 't' }, one);
    return sql.fragment`SELECT ${number}::int AS number, array_agg(${id}) AS ids FROM ${table} t
      WHERE ${id} = ANY((SELECT ids FROM asked)::${keys}) AND ${condition} HAVING count(*) > 0`;
  });
  // However many ids there are, they are one parameter, which PostgreSQL is not shown when it plans.
  return sql.unsafe`WITH asked AS MATERIALIZED (SELECT ${given} AS ids) ${sql.join(each, sql.fragment` UNION ALL `)}`;
}
