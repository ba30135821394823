import { type Call, messageFor, type Questions, type RequestHandler, type Subject } from '@plumbline/bus';
import type { Model } from '@plumbline/model';
import { knownDeletions } from '../core/deletions/marks';
import type { Engine, UnitOfWork } from '../core/engine';
import { gatewayStatement, writersStatement } from '../core/messages/gatewayStatement';
import {
  countRequest,
  deletionsRequest,
  fetchRequest,
  findRequest,
  goneRequest,
  portrayRequest,
  protectorsRequest,
  queryRequest,
  referrersRequest,
  settleRequest,
  waitForReferrersRequest,
} from '../core/messages/messages';
import { isReadOnlyVerb, type ModelVerbName } from '../core/messages/readOnlyVerbs';
import { type RequestScope, system, upToDate } from '../core/scope';
import type { BusHandler } from '../core/service';
import { databaseProblem } from '../core/transactions/databaseProblem';
import { unitOfWork as workOf } from '../core/unitOfWork';
import { asViewer } from '../core/viewer';
import { answerReferrers, applyDeletion, authorOf, releaseMarks } from '../delete/protocol';
import { answerProtectors } from '../delete/unknownReferrers';
import { matchingHere } from '../filter/matching';
import { goneHere } from '../record/gone';
import { outboxRequest, readOutbox } from '../record/outbox';
import { showByIds, showNested } from '../render/render';
import { objectsOf } from '../render/templates/findTemplateObjects';
import { waitForReferrersHere } from '../write/locks/blockReferrers';
import { answerFind } from './answerFind';
import { composedPage, composedTable } from './composed/members';
import { passingHere } from './composed/passing';
import { checkFilters } from './composed/storedFilter';
import { countReferrers } from './countReferrers';
import { demandFields, notKnown, unknownIn } from './demandKnown';
import { lookupsOf, referringOf, totalsOf } from './overview';
import { queryRows } from './queryRows';

type ModelVerb = (work: UnitOfWork, model: Model, payload: unknown) => Promise<unknown>;

/** Verbs asked of one model. */
const modelVerbs: Record<ModelVerbName, ModelVerb> = {
  find: (work, model, payload) => answerFind(work, model, findRequest.parse(payload)),
  lookups: lookupsOf,
  matching: matchingHere,
  filters: checkFilters,
  passing: passingHere,
  composed: composedPage,
  composedTable,
  portray: (work, model, payload) => {
    const { ids, viewer } = portrayRequest.parse(payload);
    return objectsOf(viewer ? asViewer(work, viewer) : work, model.label, ids);
  },
  fetch: async (work, model, payload) => {
    const { ids, depth, base, viewer, nestedRelations, ...representation } = fetchRequest.parse(payload);
    const seeing = viewer ? asViewer(work, viewer) : work;
    const based = { ...seeing, scope: { ...seeing.scope, base, ...(nestedRelations ? { nestedRelations } : {}) } };
    return depth === 0
      ? showByIds(based, model.label, ids, representation)
      : showNested(based, model.label, ids, depth);
  },
  query: (work, model, payload) => {
    const request = queryRequest.parse(payload);
    demandFields(work, model, request);
    return queryRows(work, model, request);
  },
};

/** Verbs asked of the service as a whole. */
const serviceVerbs: Record<string, BusHandler> = {
  'service.count': (work, payload) => countReferrers(work, countRequest.parse(payload)),
  'service.referrers': (work, payload) =>
    answerReferrers(work, referrersRequest.parse(payload), authorOf(writersStatement(work))),
  'service.referrersUnasked': (work, payload) =>
    answerReferrers(work, referrersRequest.parse(payload), { identity: system, requestId: work.scope.requestId }),
  'service.protectors': (work, payload) => answerProtectors(work, protectorsRequest.parse(payload)),
  'service.apply': (work, payload) => applyDeletion(work, settleRequest.parse(payload)),
  'service.release': (work, payload) => releaseMarks(work, settleRequest.parse(payload)),
  'service.deletions': (work, payload) => knownDeletions(work, deletionsRequest.parse(payload).operations),
  'service.gone': (work, payload) => goneHere(work, goneRequest.parse(payload)),
  'service.waitForReferrers': (work, payload) => waitForReferrersHere(work, waitForReferrersRequest.parse(payload)),
  'service.totals': totalsOf,
  'service.referring': referringOf,
  'outbox.read': (work, payload) => readOutbox(work, outboxRequest.parse(payload)),
};

/**
 * Answers everything other processes ask of a service: the engine's verbs for every model, and handlers of its own. What it
 * does not know, somebody of another version has asked: that is a 503 which says so.
 */
export function serveBus(
  engine: Engine,
  busHandlers: Record<string, BusHandler>,
  questions: Questions,
): RequestHandler {
  const byName = new Map([...engine.models.values()].map((model) => [model.name, model]));
  return async (payload: unknown, call: Call, { model, verb }: Subject) => {
    const own = byName.get(model);
    const modelVerb = own && (modelVerbs as Record<string, ModelVerb>)[verb];
    const scope = scopeOf(call);
    const work = workOf(engine, isReadOnlyVerb(model, verb) ? scope : upToDate(scope), engine.answers);
    const question = serviceVerbs[`${model}.${verb}`] ?? busHandlers[`${model}.${verb}`];
    try {
      if (modelVerb) return await modelVerb(work, own, seenByVouched(work, payload));
      if (question) return await question(work, payload);
    } catch (error) {
      throw unknownIn(error, messageFor(questions, model, verb), payload, engine) ?? databaseProblem(error);
    }
    throw notKnown(engine, own ? `the question ${model}.${verb}` : `${model}.${verb}`);
  };
}

/** Whoever is said to look is whom the gateway vouches for. */
function seenByVouched(work: UnitOfWork, payload: unknown): unknown {
  const isSeen = typeof payload === 'object' && payload !== null && 'viewer' in payload && payload.viewer !== undefined;
  return isSeen ? { ...payload, viewer: { ...gatewayStatement(work).identity } } : payload;
}

const scopeOf = ({ asker, isUnversioned, vouched, origin, mayBeOld, dryRun, ...call }: Call): RequestScope => ({
  requestId: call.requestId,
  ...(asker === undefined ? {} : { asker }),
  ...(isUnversioned ? { isUnversioned } : {}),
  ...(vouched ? { vouched } : {}),
  ...(origin ? { origin } : {}),
  deadline: call.deadline,
  ...(mayBeOld === undefined ? {} : { mayBeOld }),
  ...(dryRun ? { dryRun } : {}),
  base: '',
  identity: system,
  cost: { sql: 0, bus: 0 },
  served: true,
});
