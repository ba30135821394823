import type { Call, RequestHandler, Subject } from '@plumbline/bus';
import { problems } from '@plumbline/http';
import { allOf, type Model } from '@plumbline/model';
import { composedPage } from '../composed/composedPage';
import { judgeFilters } from '../composed/storedFilter';
import { bounded, hasPattern } from '../criteria/patterns';
import { databaseProblem } from '../databaseProblem';
import { type Engine, type Scope, upToDate, type Work, work as workOf } from '../engine';
import { visibleTo } from '../permissions';
import { countReferrers } from '../read/countReferrers';
import { notesOf } from '../read/notes';
import { queryRows } from '../read/queryRows';
import { showByIds, showNested } from '../read/render';
import { distinctValues, selectValues } from '../read/values';
import { outboxRequest, readOutbox } from '../record/relay';
import { matchingHere } from '../relationships/matching';
import { sharedWrites } from '../relationships/shared';
import { knownDeletions } from '../remove/marks';
import { answerReferrers, applyDeparture, releaseMarks } from '../remove/protocol';
import { system } from '../scope';
import type { Question } from '../service';
import { objectsOf } from '../templates/findTemplateObjects';
import {
  countRequest,
  deletionsRequest,
  fetchRequest,
  findRequest,
  portrayRequest,
  queryRequest,
  referrersRequest,
  settleRequest,
} from './messages';
import { noteReferrers } from './noteReferrers';
import { lookupsOf, totalsOf } from './overview';
import { type ModelVerbName, onlyTells } from './telling';

type ModelVerb = (work: Work, model: Model, payload: unknown) => Promise<unknown>;

/** Verbs asked of one model. */
const modelVerbs: Record<ModelVerbName, ModelVerb> = {
  find: async (asked, model, payload) => {
    const { criteria: asking, distinct, ...options } = findRequest.parse(payload);
    const criteria = options.viewer ? allOf(asking, await visibleTo(asked, model, options.viewer)) : asking;
    const work = hasPattern(criteria) ? bounded(asked) : asked;
    if (distinct !== undefined) return distinctValues(work, model, criteria, distinct);
    const { referrer, ...told } = options;
    if (referrer === undefined) return selectValues(work, model, criteria, told);
    const values = [...(told.values ?? []), ...notesOf(model, referrer)];
    const rows = await selectValues(work, model, criteria, { ...told, values });
    await noteReferrers(work, model, referrer, rows);
    return rows;
  },
  lookups: lookupsOf,
  matching: matchingHere,
  filters: judgeFilters,
  composed: composedPage,
  portray: (work, model, payload) => objectsOf(work, model.label, portrayRequest.parse(payload).ids),
  fetch: async (work, model, payload) => {
    const { ids, depth, base, ...form } = fetchRequest.parse(payload);
    const based = { ...work, scope: { ...work.scope, base } };
    return depth === 0 ? showByIds(based, model.label, ids, form) : showNested(based, model.label, ids, depth);
  },
  query: (work, model, payload) => queryRows(work, model, queryRequest.parse(payload)),
};

/** Verbs asked of the service as a whole. */
const serviceVerbs: Record<string, Question> = {
  'service.count': (work, payload) => countReferrers(work, countRequest.parse(payload)),
  'service.referrers': (work, payload) => answerReferrers(work, referrersRequest.parse(payload)),
  'service.apply': (work, payload) => applyDeparture(work, settleRequest.parse(payload)),
  'service.release': (work, payload) => releaseMarks(work, settleRequest.parse(payload)),
  'service.deletions': (work, payload) => knownDeletions(work, deletionsRequest.parse(payload).operations),
  'service.totals': totalsOf,
  'service.shared': sharedWrites,
  'outbox.read': (work, payload) => readOutbox(work, outboxRequest.parse(payload)),
};

/** Answers everything other processes ask of a service: the engine's verbs for every model, and its own questions. */
export function busHandler(engine: Engine, questions: Record<string, Question> = {}): RequestHandler {
  const byName = new Map([...engine.models.values()].map((model) => [model.name, model]));
  return async (payload: unknown, call: Call, { model, verb }: Subject) => {
    const own = byName.get(model);
    const modelVerb = own && (modelVerbs as Record<string, ModelVerb>)[verb];
    const scope = scopeOf(call);
    const work = workOf(engine, onlyTells(model, verb) ? scope : upToDate(scope), engine.answers);
    const question = serviceVerbs[`${model}.${verb}`] ?? questions[`${model}.${verb}`];
    try {
      if (modelVerb) return await modelVerb(work, own, payload);
      if (question) return await question(work, payload);
    } catch (error) {
      throw databaseProblem(error);
    }
    throw problems.notFound();
  };
}

const scopeOf = ({ requestId, origin, deadline, mayBeOld }: Call): Scope => ({
  requestId,
  ...(origin ? { origin } : {}),
  deadline,
  ...(mayBeOld === undefined ? {} : { mayBeOld }),
  base: '',
  identity: system,
  cost: { sql: 0, bus: 0 },
  served: true,
});
