import type { Model } from '@plumbline/model';
import { addError, type Item } from '../../core/item';
import { memoize } from '../../core/kept/memoize';

/** The fields that take no value in which there is nothing. */
const needing = memoize((model: Model) =>
  Object.entries(model.fields).filter(([, { kind, options }]) => kind.isBlank && !options.blank),
);

/** Notes with the items which of their values hold nothing and may not. */
export function refuseBlanks(model: Model, items: Item[]): void {
  for (const [name, { kind }] of needing(model))
    for (const item of items)
      if (kind.isBlank!(item.row[name])) addError(item, { [name]: ['This field cannot be blank.'] });
}
