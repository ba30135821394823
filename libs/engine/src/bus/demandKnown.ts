import { type Question, ServiceUnavailable } from '@plumbline/bus';
import { type Criteria, isComparison, joinPaths, type Model } from '@plumbline/model';
import { ZodError } from 'zod/v4';
import type { Engine, UnitOfWork } from '../core/engine';
import { extensionsOf } from '../core/extensions/registered';
import { perCatalog } from '../core/kept/perCatalog';
import type { FindRequest, QueryRequest } from '../core/messages/messages';
import { isMissing, madeNames } from '../criteria/walk';

/** Somebody asks for what this version of a service does not have. */
class NotKnown extends Error {}

/** What a client is told of that: whoever asks may be newer, or older, than what is asked. */
export function notKnown({ app, version, log }: Engine, what: string): ServiceUnavailable {
  log.warn({ app, version, what }, 'was asked for what this version does not know');
  const told = `The ${app} service, version ${version}, does not know ${what}. Whoever asks is of another version.`;
  return new ServiceUnavailable(app, told, false, told);
}

/** What an error that came of a question means, where it was asked in a way that this version does not know. */
export function unknownIn(
  error: unknown,
  question: Question | undefined,
  payload: unknown,
  engine: Engine,
): ServiceUnavailable | undefined {
  if (error instanceof NotKnown) return notKnown(engine, error.message);
  // Anything may be read by a schema; only of what cannot be read of the question is it told.
  if (!(error instanceof ZodError) || !question) return undefined;
  const [issue] = question.request.safeParse(payload).error?.issues ?? [];
  return (
    issue && notKnown(engine, `what it is asked: ${[issue.path.join('.'), issue.message].filter(Boolean).join(': ')}`)
  );
}

/** The paths that have been found to lead somewhere, by the model that they start at. */
const leading = perCatalog(() => new Set<string>());

/**
 * What release 0.2.0 asks every model for that somebody names by it. A model that has none finds nothing then, and whoever asked
 * says that nothing is named like that.
 */
const askedOfAll = 'name';

function demandPath({ engine, scope }: UnitOfWork, model: Model, path: string): void {
  if (scope.isUnversioned && path === askedOfAll) return;
  const known = leading(engine);
  const key = `${model.label} ${path}`;
  if (known.has(key)) return;
  if (isMissing(engine, model, path)) throw new NotKnown(`${path} of ${model.label}`);
  known.add(key);
}

/** The same where the path may end in what an object is called. */
function demandValue(work: UnitOfWork, model: Model, path: string): void {
  const dot = path.lastIndexOf('.');
  if (!madeNames.has(path.slice(dot + 1))) demandPath(work, model, path);
  else if (dot > 0) demandPath(work, model, path.slice(0, dot));
}

/** `way` leads to the objects that the criteria are about, from those of the model. */
function demandCriteria(work: UnitOfWork, model: Model, criteria: Criteria, way = ''): void {
  if (isComparison(criteria)) demandPath(work, model, joinPaths(way, criteria.path));
  else if ('not' in criteria) demandCriteria(work, model, criteria.not, way);
  else if ('and' in criteria) for (const part of criteria.and) demandCriteria(work, model, part, way);
  else if ('or' in criteria) for (const part of criteria.or) demandCriteria(work, model, part, way);
  else if ('some' in criteria) demandCriteria(work, model, criteria.holds, joinPaths(way, criteria.some));
}

/** Throws when criteria or values are about what the model does not have here: without them the answer would be another. */
export function demandKnown(
  work: UnitOfWork,
  model: Model,
  { criteria, values = [], distinct, ordered }: FindRequest,
): void {
  demandCriteria(work, model, criteria);
  for (const path of values) demandValue(work, model, path);
  if (distinct !== undefined) demandValue(work, model, distinct);
  if (typeof ordered === 'string') demandPath(work, model, ordered);
}

/** The same of fields. */
export function demandFields(work: UnitOfWork, model: Model, { fields, of }: QueryRequest): void {
  for (const name of fields) if (!extensionsOf(work.engine).key(model, name)) demandValue(work, model, name);
  if (of) demandPath(work, model, of.field);
}
