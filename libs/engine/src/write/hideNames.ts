import { Problem } from '@plumbline/http';
import { type Model, type ModelReader, type Row, where } from '@plumbline/model';
import type { UnitOfWork } from '../core/engine';
import type { Item } from '../core/item';
import { select } from '../core/messages/ask';
import { hiddenWord } from '../core/naming';
import { asViewer, viewerOf } from '../core/viewer';

/** Values of other objects that the rules of a write have read, by the label of their model. */
export class ReadByRules {
  private readonly rows = new Map<string, Row[]>();

  add(label: string, rows: readonly Row[]): void {
    const known = this.rows.get(label) ?? [];
    for (const row of rows) known.push(row);
    this.rows.set(label, known);
  }

  get byLabel(): Iterable<[string, Row[]]> {
    return this.rows;
  }
}

/** Notes what rules read, where what they say of it may be for others to know. */
export const noting =
  (select: ModelReader['select'], read: ReadByRules): ModelReader['select'] =>
  async (label, criteria, values) => {
    const rows = await select(label, criteria, values);
    read.add(label, rows);
    return rows;
  };

/**
 * What is wrong with a write, without what that says of objects that the caller may not view: rules and effects look at
 * everything, and name what they found in the way. Nothing is asked when nothing is wrong.
 */
export async function hideNames(
  work: UnitOfWork,
  model: Model,
  items: Item[],
  read: ReadByRules,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Problem) || error.status !== 400) return error;
  for (const { related, row } of items)
    for (const [name, target] of Object.entries(related)) {
      const label = labelOf(model, name, row);
      if (target && label) read.add(label, [target]);
    }
  const body = await withoutHidden(asViewer(work), read, error.body);
  return body === error.body ? error : new Problem(error.status, body, error.headers);
}

/** What rules say of what they read, without what the viewer does not see of that; the same where there is no such thing. */
export async function withoutHidden<T>(seeing: UnitOfWork, read: ReadByRules, said: T): Promise<T> {
  const told = JSON.stringify(said);
  const hidden = new Set<string>();
  await Promise.all(
    [...read.byLabel].map(async ([label, rows]) => {
      for (const text of await hiddenTexts(seeing, label, rows, told)) hidden.add(text);
    }),
  );
  if (hidden.size === 0) return said;
  // The longest first: one name may be part of another.
  const words = [...hidden].sort((one, other) => other.length - one.length).map(literal);
  const anyOfThem = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return without(anyOfThem, said) as T;
}

const labelOf = ({ fields }: Model, name: string, row: Row): string | undefined => {
  const field = fields[name] ?? Object.values(fields).find(({ options }) => options.via === name);
  const { to, typeField } = field?.options ?? {};
  return to ?? (typeField ? (row[typeField] as string | undefined) : undefined);
};

/** The texts among these values that stand in a message and that the viewer does not see. */
async function hiddenTexts(seeing: UnitOfWork, label: string, rows: Row[], told: string): Promise<string[]> {
  const suspects = rows.flatMap((row) =>
    Object.entries(row).flatMap(([path, value]) =>
      path !== 'id' && typeof value === 'string' && value !== '' && told.includes(JSON.stringify(value).slice(1, -1))
        ? [{ id: row.id, path, value }]
        : [],
    ),
  );
  if (suspects.length === 0) return [];
  const ids = [...new Set(suspects.map(({ id }) => id))];
  const values = [...new Set(suspects.map(({ path }) => path))];
  const seen = new Map(
    (await select(seeing, label, where('id', 'in', ids), { values, ...viewerOf(seeing) })).map((row) => [row.id, row]),
  );
  return suspects.filter(({ id, path, value }) => seen.get(id)?.[path] !== value).map(({ value }) => value);
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

function without(words: RegExp, value: unknown): unknown {
  if (typeof value === 'string') return value.replace(words, hiddenWord);
  if (Array.isArray(value)) return value.map((item) => without(words, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, without(words, item)]));
}
