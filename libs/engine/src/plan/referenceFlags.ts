import type { Field, Model, Row } from '@plumbline/model';
import { memoize } from '../core/kept/memoize';

/** A column that is false of an object as long as no row of `of`, of another service, can refer to it by `via`. */
export interface ReferenceFlag {
  column: string;
  of: string;
  via: string;
}

/** Whether objects of another service may refer to rows, as far as is known. */
export type MayRefer = (app: string) => boolean;

/** The flags of a model. */
export const referenceFlags = memoize((model: Model): ReferenceFlag[] => {
  const flags = Object.values(model.fields).flatMap(({ options: { of, via, flaggedBy } }): [string, ReferenceFlag][] =>
    flaggedBy === undefined ? [] : [[`${of} ${via}`, { column: flaggedBy, of: of!, via: via! }]],
  );
  // A list and the counter of its entries share one.
  return [...new Map(flags).values()];
});

/** The columns of a model that say whether objects of one other model may refer to its own. */
export const flagColumns = (model: Model, referrer: string): string[] =>
  referenceFlags(model)
    .filter(({ of }) => of === referrer)
    .map(({ column }) => column);

/** Whether other services may have what a counter counts or a list shows of an object; false is certain. */
export const mayBeReferredTo = ({ options: { flaggedBy } }: Field, row: Row): boolean =>
  flaggedBy === undefined || row[flaggedBy] !== false;
