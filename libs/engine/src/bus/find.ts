import { allOf, type Criteria, type Model, type Row } from '@plumbline/model';
import {
  type Engine,
  foreignManifest,
  ownModel,
  type SelectOptions,
  type UnitOfWork,
  type Viewer,
} from '../core/engine';
import { ask } from '../core/messages/ask';
import { nestedText, type QueryReply, type QueryRequest } from '../core/messages/messages';
import { asViewer } from '../core/viewer';
import { asSeen } from '../permissions/asSeen';
import { visibleTo } from '../permissions/permissions';
import { isShownFromColumns } from '../plan/representation';
import { distinctValues, selectValues } from '../plan/values';
import { showByIds, showTexts } from '../render/render';
import { queryRows } from './queryRows';

/** Objects of any model of any service that match, with the values asked for; `id` is always among them. */
async function select(
  work: UnitOfWork,
  label: string,
  criteria: Criteria,
  options: SelectOptions = {},
): Promise<Row[]> {
  const own = ownModel(work.engine, label);
  if (own) {
    const [asked, visible] = await narrowedTo(options.viewer, work, own, criteria);
    return findRows(asked, own, visible, options);
  }
  const foreign = foreignManifest(work.engine, label);
  if (!foreign) return [];
  return ask<Row[]>(work, foreign.app, foreign.name, 'find', { criteria, ...options });
}

/** Rows of a model of this service, each with its text where that is asked for. */
export async function findRows(
  work: UnitOfWork,
  model: Model,
  criteria: Criteria,
  { nested, ...options }: SelectOptions & { unlockedOnly?: boolean; referredFrom?: string },
): Promise<Row[]> {
  if (!nested) return selectValues(work, model, criteria, options);
  const shown = isShownFromColumns(model);
  const rows = await selectValues(work, model, criteria, { ...options, shown });
  const based: UnitOfWork = { ...work, scope: { ...work.scope, base: '', ...nested } };
  const texts = shown
    ? await showTexts(based, model, rows, 0, { root: false })
    : await showByIds(
        based,
        model.label,
        rows.map(({ id }) => id as string),
        {},
      );
  const byId = new Map(texts.map((text, index) => (typeof text === 'string' ? [rows[index]!.id, text] : text)));
  for (const row of rows) row[nestedText] = byId.get(row.id);
  return rows;
}

/** What somebody may view of what is asked for, and the work that shows it to them. */
export async function narrowedTo(
  viewer: object | undefined,
  work: UnitOfWork,
  model: Model,
  criteria: Criteria,
): Promise<[UnitOfWork, Criteria]> {
  if (!viewer) return [work, criteria];
  const seeing = asViewer(work, viewer);
  return [seeing, allOf(await asSeen(seeing, model, criteria), await visibleTo(work, model, viewer))];
}

/** Values of fields of the objects of any model of any service that match; nothing of a model that nobody has. */
async function query(work: UnitOfWork, label: string, request: QueryRequest): Promise<QueryReply> {
  const own = ownModel(work.engine, label);
  if (own) return queryRows(work, own, request);
  const foreign = foreignManifest(work.engine, label);
  return foreign ? ask<QueryReply>(work, foreign.app, foreign.name, 'query', request) : [];
}

/** The distinct values of one column among the objects that match. */
async function findValues(
  work: UnitOfWork,
  label: string,
  criteria: Criteria,
  column: string,
  options: Viewer = {},
): Promise<unknown[]> {
  const own = ownModel(work.engine, label);
  if (own) {
    const [asked, visible] = await narrowedTo(options.viewer, work, own, criteria);
    return distinctValues(asked, own, visible, column);
  }
  const foreign = foreignManifest(work.engine, label);
  return foreign
    ? ask<unknown[]>(work, foreign.app, foreign.name, 'find', { criteria, distinct: column, ...options })
    : [];
}

/** How this service finds objects, its own and those of others; what the runtime hands to all floors. */
export const finding: Pick<Engine, 'select' | 'findValues' | 'query'> = { select, findValues, query };
