import { RemoteFailure } from '@plumbline/bus';
import { problems } from '@plumbline/http';
import { changes, type Model, type ValidatorFact } from '@plumbline/model';
import type { UnitOfWork } from '../../core/engine';
import { addError, type Item } from '../../core/item';
import { ask } from '../../core/messages/ask';
import type { ValidateReply, ValidateRequest } from '../../core/messages/messages';
import { asViewer, viewerOf } from '../../core/viewer';

/** Milliseconds that a write waits for the rules that others have on its model. */
const answeredWithin = 5_000;

/**
 * Has the other services that have rules on a model judge what is about to be written: one question for each of them, and
 * none where there are none. A service that does not answer in time, or fails at it, is a 503 that names it: what nobody
 * has judged is not written.
 */
export async function askValidators(work: UnitOfWork, model: Model, items: Item[]): Promise<void> {
  const validators = work.engine.catalog.validators(model.label);
  if (validators.length === 0) return;
  const judged = await Promise.all(
    validators.map(async (validator): Promise<[Item[], ValidateReply]> => {
      const concerned = items.filter((item) => isConcerned(validator, item));
      return [concerned, concerned.length === 0 ? [] : await verdictsOf(work, model, validator, concerned)];
    }),
  );
  for (const [concerned, verdicts] of judged)
    for (const [index, verdict] of verdicts.entries()) if (verdict) addError(concerned[index]!, verdict);
}

const isConcerned = ({ on, columns }: ValidatorFact, item: Item): boolean =>
  on.includes(item.before ? 'change' : 'create') && columns.some((column) => changes(item, column));

async function verdictsOf(
  work: UnitOfWork,
  { label }: Model,
  { app, columns }: ValidatorFact,
  items: Item[],
): Promise<ValidateReply> {
  const { scope } = work;
  const hurried: UnitOfWork = {
    ...work,
    scope: { ...scope, deadline: Math.min(scope.deadline, Date.now() + answeredWithin) },
  };
  const part = (row: Item['row']) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
  const request: ValidateRequest = {
    label,
    objects: items.map(({ before, row }) => ({
      id: row.id as string | number,
      ...(before ? { before: part(before) } : {}),
      after: part(row),
    })),
    ...viewerOf(asViewer(work)),
  };
  try {
    return await ask<ValidateReply>(hurried, app, 'service', 'validate', request);
  } catch (error) {
    throw error instanceof RemoteFailure ? problems.unavailable(app) : error;
  }
}
