import {
  type Engine,
  idArray,
  loadByIds,
  showTexts,
  systemScope,
  type UnitOfWork,
  unitOfWork as workOf,
} from '@plumbline/engine';
import { type Model, type ObjectKey, type Row, readFileReference } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { withheldColumns } from './columns';

/** What a line of a dump says its object belongs to; a model without an endpoint goes by its own name. */
export const endpointOf = (model: Pick<Model, 'app' | 'endpoint' | 'name'>): string =>
  `${model.app}/${model.endpoint ?? model.name}`;

/** Objects on the way at a time; of those that may bring files along only a few. */
const portionOf = (model: Model): number => (Object.values(model.fields).some((field) => field.isFile) ? 4 : 1_000);

/**
 * All objects of a model as lines of a dump, a portion at a time: as clients see them at depth 0, and beside that what
 * they do not see, as it is stored. Parents of a tree come before their children; otherwise objects stand by id.
 */
export async function* dumpLines(engine: Engine, model: Model): AsyncGenerator<string[]> {
  for (let last: Place | undefined; ; ) {
    const work = workOf(engine, systemScope());
    const places = await placesAfter(work, model, last);
    if (places.length > 0)
      yield await linesOf(
        work,
        model,
        places.map(({ id }) => id),
      );
    if (places.length < portionOf(model)) return;
    last = places.at(-1);
  }
}

/** Where an object stands: how deep in its tree, and its id. */
interface Place {
  depth: number;
  id: ObjectKey;
}

function placesAfter(work: UnitOfWork, model: Model, last: Place | undefined): Promise<Place[]> {
  const key = model.keyType === 'int' ? sql.fragment`int8` : sql.fragment`uuid`;
  const depth = model.tree ? sql.fragment`cardinality(tree_ids)` : sql.fragment`0`;
  const from = sql.fragment`FROM ${sql.identifier([model.name])}`;
  const after =
    last === undefined
      ? sql.fragment`TRUE`
      : model.tree
        ? sql.fragment`(cardinality(tree_ids), id) > (${last.depth}::int4, ${last.id}::${key})`
        : sql.fragment`id > ${last.id}::${key}`;
  const order = model.tree ? sql.fragment`cardinality(tree_ids), id` : sql.fragment`id`;
  return work.sql.rows<Place>(
    sql.unsafe`SELECT ${depth} AS depth, id ${from} WHERE ${after} ORDER BY ${order} LIMIT ${portionOf(model)}`,
  );
}

async function linesOf(work: UnitOfWork, model: Model, ids: ObjectKey[]): Promise<string[]> {
  const [rows, withheld] = await Promise.all([loadByIds(work, model, ids, true), withheldOf(work, model, ids)]);
  const byId = new Map(rows.map((row) => [row.id as ObjectKey, row]));
  const ordered = ids.map((id) => byId.get(id)!);
  const texts = await showTexts(work, model, ordered, 0, { root: true, withoutSecrets: true });
  const files = await filesOf(work, model, [...withheld.values()]);
  const start = `{"endpoint":${JSON.stringify(endpointOf(model))},"object":`;
  return texts.map((text, index) => {
    const values = withheld.get(ids[index]!);
    return `${start}${text}${hiddenText(values)}${filesText(model, values, files)}}\n`;
  });
}

async function withheldOf(work: UnitOfWork, model: Model, ids: ObjectKey[]): Promise<Map<ObjectKey, Row>> {
  const names = withheldColumns(model).map(([name]) => sql.identifier([name]));
  if (names.length === 0) return new Map();
  const keys = idArray(model, ids);
  const rows = await work.sql.rows<Row>(
    sql.unsafe`SELECT ${sql.join([sql.identifier(['id']), ...names], sql.fragment`, `)} FROM ${sql.identifier([model.name])} WHERE id = ANY(${keys})`,
  );
  return new Map(rows.map(({ id, ...values }) => [id as ObjectKey, values]));
}

/** The member of a line that clients see nothing of; what is null goes without saying. */
function hiddenText(values: Row | undefined): string {
  const said = Object.entries(values ?? {}).filter(([, value]) => value !== null);
  return said.length === 0 ? '' : `,"hidden":${JSON.stringify(Object.fromEntries(said))}`;
}

/** The digests of the files that an object refers to. */
const digestsOf = (model: Model, values: Row = {}): string[] =>
  Object.entries(model.fields).flatMap(([name, field]) => {
    const reference = field.isFile ? readFileReference(values[name]) : undefined;
    return reference ? [reference.digest] : [];
  });

/** The bytes of the files that objects refer to, in base64, by digest. */
async function filesOf(work: UnitOfWork, model: Model, withheld: Row[]): Promise<Map<string, string>> {
  const digests = [...new Set(withheld.flatMap((values) => digestsOf(model, values)))];
  if (digests.length === 0) return new Map();
  const rows = await work.sql.rows<{ digest: string; content: string }>(sql.unsafe`
    SELECT digest, translate(encode(content, 'base64'), E'\n', '') AS content FROM file_content
    WHERE digest = ANY(${sql.array(digests, 'text')})`);
  return new Map(rows.map(({ digest, content }) => [digest, content]));
}

/** The member of a line that holds the files that an object refers to. */
function filesText(model: Model, values: Row | undefined, files: ReadonlyMap<string, string>): string {
  const own = [...new Set(digestsOf(model, values))].flatMap((digest): [string, string][] => {
    const content = files.get(digest);
    return content === undefined ? [] : [[digest, content]];
  });
  return own.length === 0 ? '' : `,"files":${JSON.stringify(Object.fromEntries(own))}`;
}
