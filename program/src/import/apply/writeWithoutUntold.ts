import type { Row } from '@plumbline/model';
import { type Draft, isReference } from './draft';
import type { Api } from './openApi';
import { type Written, writeAll } from './writeAll';

/** An object to be written, and the body it is written with. */
export interface ToWrite {
  draft: Draft;
  body: Row;
}

/** What is known of the objects that drafts refer to. */
export interface Targets {
  /** Whether anybody told of what goes by a key. */
  isTold(key: string): boolean;
  idOf(key: string): string | number;
}

/** What was written, and what of it was left out. */
export interface WrittenWithout extends Written {
  leftOut: { index: number; field: string; reason: string }[];
}

/** A body without the related objects that nobody told of, and which those are, by field. */
interface Lesser {
  body: Row;
  untold: [field: string, reason: string][];
}

/** Writes objects. Those that are refused for naming something that nobody told of, and can be without it, come without it. */
export async function writeWithoutUntold(
  api: Api,
  method: 'POST' | 'PATCH',
  endpoint: string,
  objects: readonly ToWrite[],
  targets: Targets,
): Promise<WrittenWithout> {
  const bodies = objects.map(({ body }) => body);
  const first = await writeAll(api, method, endpoint, bodies);
  const again = first.refusals.flatMap(({ index, fields }): [index: number, Lesser][] => {
    const lesser = withoutUntold(objects[index]!, fields, targets);
    return lesser ? [[index, lesser]] : [];
  });
  if (again.length === 0) return { ...first, leftOut: [] };
  const second = await writeAll(
    api,
    method,
    endpoint,
    again.map(([, { body }]) => body),
  );
  const tried = new Set(again.map(([index]) => index));
  const done = second.done.map(([at, object]): [number, Row] => [again[at]![0], object]);
  const refused = second.refusals.map(({ index: at, reason, fields }) => {
    const [index, { untold }] = again[at]!;
    return { index, fields, reason: [...untold.map(([field, why]) => `${field}: ${why}`), reason].join('; ') };
  });
  return {
    done: [...first.done, ...done].sort(([a], [b]) => a - b),
    refusals: [...first.refusals.filter(({ index }) => !tried.has(index)), ...refused],
    leftOut: second.done.flatMap(([at]) => {
      const [index, { untold }] = again[at]!;
      return untold.map(([field, reason]) => ({ index, field, reason }));
    }),
  };
}

/** What is left of a body that was refused for these fields; undefined where that would be nothing, or no less. */
function withoutUntold({ draft, body }: ToWrite, fields: readonly string[], targets: Targets): Lesser | undefined {
  const less = { ...body };
  const untold: Lesser['untold'] = [];
  for (const field of fields) {
    const said = draft.body[field] ?? draft.once?.[field];
    const references = (Array.isArray(said) ? said : [said]).filter(isReference);
    const gone = references.filter(({ $ref, required }) => !required && !targets.isTold($ref));
    if (gone.length === 0) continue;
    const ids = new Set(gone.map(({ $ref }) => targets.idOf($ref)));
    if (Array.isArray(less[field])) less[field] = less[field].filter((id) => !ids.has(id));
    else delete less[field];
    untold.push(...gone.map(({ $ref }): [string, string] => [field, `${$ref} is not among what was read`]));
  }
  const says = Object.keys(less).some((field) => field !== 'id');
  return untold.length > 0 && says ? { body: less, untold } : undefined;
}
