import { problems } from '@plumbline/http';
import { partsOfLabel } from '@plumbline/model';
import pTimeout from 'p-timeout';
import type { UnitOfWork } from '../core/engine';
import type { Validator } from '../core/extensions/validator';
import { modelReader } from '../core/messages/ask';
import { demandAsker, gatewayStatement } from '../core/messages/gatewayStatement';
import { type ValidateReply, type ValidateRequest, validateReply, validateRequest } from '../core/messages/messages';
import type { BusHandler } from '../core/service';
import { asViewer } from '../core/viewer';
import { noting, ReadByRules, withoutHidden } from '../write/hideNames';
import { waitForReferrersHere } from '../write/locks/blockReferrers';

/**
 * Answers `validate`: what the rules of this service find wrong with objects of another one, which asks. Who is about to
 * refer to them has done so before they are judged. Where somebody looks from whom something is hidden, what the rules read of
 * that is left out.
 */
export const judging =
  (validators: readonly Validator[]): BusHandler =>
  async (work, payload): Promise<ValidateReply> => {
    const { label, objects, viewer } = validateRequest.parse(payload);
    const { app } = partsOfLabel(label);
    demandAsker(work, app, [label]);
    const changed = objects.flatMap(({ id, before }) => (before ? [String(id)] : []));
    const refers = work.engine.catalog.referrers(label).some(({ from }) => work.engine.models.has(from.label));
    if (refers && changed.length > 0) await waitForReferrersHere(work, { label, ids: changed });
    const validator = validators.find(({ of }) => of === label);
    if (!validator) return objects.map(() => null);
    const read = new ReadByRules();
    const verdicts = await judged(work, validator, objects, read);
    return viewer ? withoutHidden(asViewer(work, gatewayStatement(work).identity), read, verdicts) : verdicts;
  };

/** What it says in the time that whoever asks has. */
async function judged(
  work: UnitOfWork,
  validator: Validator,
  objects: ValidateRequest['objects'],
  read: ReadByRules,
): Promise<ValidateReply> {
  const { scope, engine } = work;
  const reader = modelReader(work);
  const judge = async () => validator.judge(objects, { ...reader, select: noting(reader.select, read) });
  const verdicts = await pTimeout(judge(), Math.max(scope.deadline - Date.now(), 0), () => {
    engine.log.warn(
      { requestId: scope.requestId, of: validator.of },
      'a rule on a model of another has not answered in time',
    );
    throw problems.unavailable(engine.app);
  });
  if (verdicts.length !== objects.length)
    throw new TypeError(`The rule on ${validator.of} answered ${verdicts.length} times for ${objects.length} objects.`);
  return validateReply.parse(verdicts.map((verdict) => verdict ?? null));
}
