import type { Field, Label } from '@plumbline/model';
import type { Engine } from '../core/engine';

/** The content types a field may name, in the order that the contract has them in. */
export function contentTypesOf({ catalog }: Engine, { options }: Field, isForm: boolean): Label[] {
  const { labels = 'any', byLabel } = options;
  const among = catalog.contentTypesAmong(labels);
  const byNumber = catalog.contentTypes.filter((label) => among.has(label));
  return byLabel === 'everywhere' || (byLabel === 'inForms' && isForm) ? byNumber.sort() : byNumber;
}
