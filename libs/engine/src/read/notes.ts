import type { Field, Model, Row } from '@plumbline/model';
import { remembering } from './remembering';

/** A column that is false of an object as long as no row of `of`, of another service, can refer to it by `via`. */
export interface Note {
  column: string;
  of: string;
  via: string;
}

/** What a model notes of other services' rows. */
export const notesOn = remembering((model: Model): Note[] => {
  const notes = Object.values(model.fields).flatMap(({ options: { of, via, notedIn } }): [string, Note][] =>
    notedIn === undefined ? [] : [[`${of} ${via}`, { column: notedIn, of: of!, via: via! }]],
  );
  // A list and the counter of its entries share one.
  return [...new Map(notes).values()];
});

/** The columns of a model that note whether objects of one other model may refer to its own. */
export const notesOf = (model: Model, referrer: string): string[] =>
  notesOn(model)
    .filter(({ of }) => of === referrer)
    .map(({ column }) => column);

/** Whether other services may have what a counter counts or a list shows of an object; false is certain. */
export const mayBeReferredTo = ({ options: { notedIn } }: Field, row: Row): boolean =>
  notedIn === undefined || row[notedIn] !== false;
