import { type FieldErrors, preferredValue, problems } from '@plumbline/http';
import { type Model, pythonType, readObjectKey } from '@plumbline/model';
import type { Answer } from '../core/service';
import { removeObjects } from '../delete/remove';
import { permitted } from '../permissions/permissions';
import { type Change, changeObjects, createObjects, writing } from '../write/objects';
import { bodyOf, type Exchange, isCsv } from './exchange';
import { orderByIdOf, replyWritten } from './list';

/** POST on the list URL: one object, or a list of them. */
export async function createFromBody(exchange: Exchange, model: Model): Promise<Answer> {
  const { work } = exchange;
  await permitted(work, model, 'add');
  demandNoVersion(exchange);
  const body = await bodyOf(exchange, model);
  const listed = Array.isArray(body);
  const bodies = Array.isArray(body) ? body : [body === undefined ? {} : body];
  const answer = { created: true, listed };
  if (bodies.length === 0) return replyWritten(exchange, work, model, [], answer);
  return writing(
    work,
    async (inner): Promise<Answer> => {
      const errors = listed ? 'list' : 'single';
      const lastErrors = listed ? listErrors(exchange) : errors;
      const rows = await createObjects(inner, model, bodies, { errors, lastErrors, fromTable: isCsv(exchange) });
      return replyWritten(exchange, inner, model, rows, answer);
    },
    { onTrust: true },
  );
}

/** The contract tells of the first one that is wrong, and not which it is; whoever can show more asks for more. */
const listErrors = ({ req }: Exchange): 'list' | 'first' =>
  preferredValue(req.headers.prefer, 'errors') === 'list' ? 'list' : 'first';

/**
 * PUT and PATCH on the list URL: all or none. The answer is in the model's order, as the objects stood before: what is
 * renamed stays in its place, as in the reference.
 */
export async function changeMany(exchange: Exchange, model: Model): Promise<Answer> {
  const { work, req } = exchange;
  await permitted(work, model, 'change');
  demandNoVersion(exchange);
  const errors = listErrors(exchange);
  const changes = identified(model, await bodyOf(exchange, model, { errors }));
  if (changes.length === 0) return replyWritten(exchange, work, model, [], { listed: true });
  const mode = req.method === 'PUT' ? 'replace' : 'change';
  return writing(
    work,
    async (inner): Promise<Answer> => {
      const order = await orderByIdOf(inner, model, [...new Set(changes.map(({ id }) => id))]);
      const changed = await changeObjects(inner, model, changes, { mode, errors });
      return replyWritten(exchange, inner, model, changed, { listed: true, order });
    },
    { onTrust: true },
  );
}

/** DELETE on the list URL: all or none. What is gone already, or not the caller's to delete, is passed over. */
export async function deleteMany(exchange: Exchange, model: Model): Promise<Answer> {
  const { work } = exchange;
  await permitted(work, model, 'delete');
  demandNoVersion(exchange);
  const changes = identified(model, await bodyOf(exchange, model));
  if (changes.length > 0) await removeObjects(work, model, [...new Set(changes.map((change) => change.id))]);
  return { status: 204 };
}

/** A version would be one object's, and nobody is to believe that it is looked at. */
function demandNoVersion({ req }: Exchange): void {
  if (req.headers['if-match'] !== undefined)
    throw problems.malformed('If-Match is about one object: send it to the URL of that.');
}

/** A list of objects that each name their id; anything else is a 400 that tells which does not. */
function identified(model: Model, body: unknown): Change[] {
  if (!Array.isArray(body))
    throw problems.field(
      'non_field_errors',
      `Expected a list of items but got type "${pythonType(body === undefined ? {} : body)}".`,
    );
  const errors: (FieldErrors | string[])[] = [];
  const changes = body.map((item, index): Change => {
    const id = readId(model, item);
    if (typeof id === 'object') errors[index] = id;
    return { id: typeof id === 'object' ? '' : id, body: item };
  });
  if (errors.length > 0) throw problems.list(body.map((_, index) => errors[index] ?? {}));
  return changes;
}

function readId(model: Model, item: unknown): string | number | FieldErrors | string[] {
  if (item === null) return ['This field may not be null.'];
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return { non_field_errors: [`Invalid data. Expected a dictionary, but got ${pythonType(item)}.`] };
  const { id } = item as { id?: unknown };
  if (id === undefined) return { id: ['This field is required.'] };
  if (id === null) return { id: ['This field may not be null.'] };
  const expected = model.keyType === 'int' ? 'A valid integer is required.' : 'Must be a valid UUID.';
  return readObjectKey(model.keyType, id) ?? { id: [expected] };
}
