import { Problem } from '@plumbline/http';
import { allOf, type Criteria, everything, type Model } from '@plumbline/model';
import type { UnitOfWork } from '../../core/engine';
import {
  type Composed,
  type ComposedReply,
  type ComposedTableReply,
  composedRequest,
  composedTableRequest,
} from '../../core/messages/composedMessages';
import { asViewer } from '../../core/viewer';
import { localize } from '../../criteria/localize';
import { type Patience, withStatementTimeout } from '../../criteria/patterns';
import { exportPortion } from '../../csv';
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

/** The objects in the last of the sets that whoever asks may view, and the work that looks at them as they do. */
async function membersOf(
  served: UnitOfWork,
  model: Model,
  { sets, base, viewer }: Composed,
): Promise<{ work: UnitOfWork; criteria: Criteria }> {
  const seeing = viewer ? asViewer(served, viewer) : served;
  const read = parameterReader(seeing, model, (criteria) => localize(seeing, model, criteria));
  const [filters, visible] = await Promise.all([
    Promise.all(sets.map(({ filter }) => storedCriteria(read, filter))),
    viewer ? visibleTo(seeing, model, viewer) : everything,
  ]);
  const based = { ...seeing, scope: { ...seeing.scope, base } };
  const work = sets.length > many ? withStatementTimeout(based, withMany) : based;
  return { work, criteria: allOf(compose(sets, filters), visible) };
}

/**
 * Answers `composed` for a model of this service: however many sets there are and however large they get, a page is one
 * statement and its count is another.
 */
export async function composedPage(served: UnitOfWork, model: Model, payload: unknown): Promise<ComposedReply> {
  const { limit, offset, ...asked } = composedRequest.parse(payload);
  const { work, criteria } = await membersOf(served, model, asked);
  const loaded = await load(work, model, { criteria, root: true, limit: limit ?? undefined, offset });
  const whole = offset === 0 && (limit === null || loaded.rows.length < limit);
  const [count, results] = await Promise.all([
    whole ? loaded.rows.length : loaded.count(),
    showTexts(work, model, loaded.rows, 0, { root: true }),
  ]);
  return { count, results };
}

/** Answers `composedTable` for a model of this service. */
export async function composedTable(served: UnitOfWork, model: Model, payload: unknown): Promise<ComposedTableReply> {
  const { portion, ...asked } = composedTableRequest.parse(payload);
  const { work, criteria } = await membersOf(served, model, asked);
  return exportPortion(work, model, { criteria, sort: [] }, portion);
}
