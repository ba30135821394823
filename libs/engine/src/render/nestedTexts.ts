import type { ObjectKey, Row } from '@plumbline/model';
import { ownModel, type UnitOfWork } from '../core/engine';
import { nestedText } from '../core/messages/messages';
import { perTransaction } from '../core/transactions/perTransaction';
import { tablesWritten } from '../core/transactions/tablesWritten';
import { tablesShownFrom } from '../plan/paths';
import { isShownFromColumns } from '../plan/representation';

/** Texts of related objects by label and id, as the transaction has read them. */
const textsIn = perTransaction(() => new Map<string, Map<ObjectKey, string>>());

/**
 * Keeps for the transaction how these objects are shown inside others, without an address before their URLs: what has
 * been read once is not asked for again. The texts stand for the moment they were read at.
 */
export function keepNestedTexts(
  work: UnitOfWork,
  label: string,
  texts: readonly [id: ObjectKey, text: string][],
): void {
  if (!work.transactionState) return;
  const known = textsIn(work).get(label) ?? new Map<ObjectKey, string>();
  for (const [id, text] of texts) known.set(id, text);
  if (known.size > 0) textsIn(work).set(label, known);
}

/** The same for rows that were found with their texts (`nested`), which are taken from them. */
export function keepTextsOfRows(work: UnitOfWork, label: string, rows: Row[]): void {
  const texts = rows.flatMap(({ id, [nestedText]: text }): [ObjectKey, string][] =>
    typeof text === 'string' ? [[id as ObjectKey, text]] : [],
  );
  keepNestedTexts(work, label, texts);
  for (const row of rows) delete row[nestedText];
}

/** Whether texts may be kept for later in this work: they are the same for whoever looks. */
export const keepsTexts = ({ transactionState: rowCache, viewer, scope }: UnitOfWork): boolean =>
  rowCache !== undefined && viewer === undefined && scope.base === '';

/** Those of the kept texts that still hold: nothing here has been written to since that they are made from. */
export function keptNestedTexts(work: UnitOfWork, label: string): ReadonlyMap<ObjectKey, string> {
  const texts = textsIn(work).get(label);
  const own = ownModel(work.engine, label);
  if (!texts || !own) return texts ?? none;
  if (!isShownFromColumns(own)) return none;
  const written = tablesWritten(work);
  return tablesShownFrom(work.engine, own).some((table) => written.has(table)) ? none : texts;
}

const none: ReadonlyMap<ObjectKey, string> = new Map();
