import {
  type Answer,
  asViewed,
  asViewer,
  createObjects,
  show,
  type UnitOfWork,
  type WritingOptions,
  writing,
} from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { type Model, pythonType, type Row } from '@plumbline/model';

/** What an allocation is asked for: one object, or a list of them. */
export interface Wanted {
  items: Row[];
  listed: boolean;
}

/** Most free addresses or blocks that are shown at once, whatever is asked for. */
export const mostShown = 65_536;

/** Reads the body of an allocation; throws a 400 when it is neither an object nor a list of objects. */
export function readWanted(body: unknown): Wanted {
  const listed = Array.isArray(body);
  const items: unknown[] = listed ? body : [body === undefined ? {} : body];
  const odd = items.find((item) => typeof item !== 'object' || item === null || Array.isArray(item));
  if (odd !== undefined)
    throw problems.field('non_field_errors', `Invalid data. Expected a dictionary, but got ${pythonType(odd)}.`);
  return { items: items as Row[], listed };
}

/**
 * Picks values and makes objects with them in one transaction. `pick` takes its locks first and answers the bodies of
 * the objects, or undefined when there is no room: a 204, and nothing is made. With `picksValues`, for
 * locks that leave others room to take what was picked, it picks anew then; else what is taken already is told at once.
 */
export async function allocate(
  work: UnitOfWork,
  model: Model,
  listed: boolean,
  pick: (inner: UnitOfWork) => Promise<Row[] | undefined>,
  options: Pick<WritingOptions, 'picksValues' | 'opening'> = {},
): Promise<Answer> {
  return writing(
    work,
    async (inner): Promise<Answer> => {
      const bodies = await pick(inner);
      // The recordings name a type even where there is nothing to read.
      if (!bodies) return { status: 204, headers: { 'Content-Type': 'application/json' } };
      const seeing = asViewer(inner);
      const rows = await asViewed(seeing, model, await make(inner, model, bodies, listed));
      const shown = await show(seeing, model, rows, 0, { root: true, written: true });
      return { status: 201, body: listed ? shown : shown[0] };
    },
    { onTrust: true, ...options },
  );
}

async function make(work: UnitOfWork, model: Model, bodies: Row[], listed: boolean): Promise<Row[]> {
  return bodies.length === 0 ? [] : createObjects(work, model, bodies, { errors: listed ? 'list' : 'single' });
}
