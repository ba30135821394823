import { Problem } from '@plumbline/http';
import { allOf, everything, type Model } from '@plumbline/model';
import { type ComposedReply, composedRequest } from '../../core/composedMessages';
import type { UnitOfWork } from '../../core/engine';
import { asViewer } from '../../core/viewer';
import { localize } from '../../criteria/localize';
import { type Patience, withStatementTimeout } from '../../criteria/patterns';
import { visibleTo } from '../../permissions/permissions';
import { load } from '../../plan/load';
import { showTexts } from '../../render/render';
import { compose } from './compose';
import { parameterReader, storedCriteria } from './storedFilter';

/** More sets than these cost more than an ordinary list, and their statements are given up when they take long. */
const many = 20;
const withMany: Patience = {
  milliseconds: 4_000,
  tooLong: () =>
    new Problem(400, { detail: 'The group is made of so many that finding its members takes too long. Use fewer.' }),
};

/**
 * Answers `composed` for a model of this service: however many sets there are and however large they get, a page is one
 * statement and its count is another.
 */
export async function composedPage(served: UnitOfWork, model: Model, payload: unknown): Promise<ComposedReply> {
  const { sets, limit, offset, base, viewer } = composedRequest.parse(payload);
  const work = viewer ? asViewer(served, viewer) : served;
  const read = parameterReader(work, model, (criteria) => localize(work, model, criteria));
  const [filters, visible] = await Promise.all([
    Promise.all(sets.map(({ filter }) => storedCriteria(read, filter))),
    viewer ? visibleTo(work, model, viewer) : everything,
  ]);
  const criteria = allOf(compose(sets, filters), visible);
  const based = { ...work, scope: { ...work.scope, base } };
  const asked = sets.length > many ? withStatementTimeout(based, withMany) : based;
  const loaded = await load(asked, model, { criteria, root: true, limit: limit ?? undefined, offset });
  const whole = offset === 0 && (limit === null || loaded.rows.length < limit);
  const [count, results] = await Promise.all([
    whole ? loaded.rows.length : loaded.count(),
    showTexts(asked, model, loaded.rows, 0, { root: true }),
  ]);
  return { count, results };
}
