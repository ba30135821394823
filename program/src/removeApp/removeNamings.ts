import {
  changeContext,
  type Engine,
  inTransaction,
  removeObjects,
  systemScope,
  type UnitOfWork,
  unitOfWork as workOf,
} from '@plumbline/engine';
import { Problem } from '@plumbline/http';
import type { Model } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { type Naming, namingNothingElse } from './namings';

/** Objects that are changed or deleted at a time. */
const atOnce = 500;

/** What stayed of what names an app, since it cannot go, each as a line. */
export async function removeNamings(namings: readonly Naming[], app: string): Promise<string[]> {
  const toDelete: Naming[] = [];
  for (const naming of namings) {
    const alone = naming.isList ? await namingNothingElse(naming, app) : new Set<unknown>(naming.ids);
    if (naming.isList) await inParts(naming.ids, (ids) => stopNaming(naming, ids, app));
    toDelete.push({ ...naming, ids: naming.ids.filter((id) => alone.has(id)) });
  }
  return deleteAll(toDelete);
}

/** Takes the models of the app out of lists of content types; who follows the objects hears of it. */
async function stopNaming({ engine, model, field }: Naming, ids: (string | number)[], app: string): Promise<void> {
  const column = sql.identifier([field]);
  await inTransaction(working(engine), async (inner) => {
    await inner.sql.run(sql.unsafe`
      UPDATE ${sql.identifier([model.name])}
      SET ${column} = ARRAY(SELECT label FROM unnest(${column}) AS label WHERE label NOT LIKE ${`${app}.%`})
      WHERE id::text = ANY(${sql.array(ids.map(String), 'text')})`);
    await changeContext(inner).alsoChanged(model.label, ids.map(String));
  });
}

/** What refers to others of them goes before these: as long as anything went, the rest is tried again. */
async function deleteAll(namings: readonly Naming[]): Promise<string[]> {
  for (let left = namings; ; ) {
    const kept: { naming: Naming; why: string }[] = [];
    let went = false;
    for (const naming of left)
      await inParts(naming.ids, async (ids) => {
        const why = await deleteSome(naming.engine, naming.model, ids);
        if (why === undefined) went = true;
        else kept.push({ naming: { ...naming, ids }, why });
      });
    if (kept.length === 0 || !went)
      return kept.map(({ naming: { model, ids }, why }) => `${ids.length} ${model.plural} stay: ${why}`);
    left = kept.map(({ naming }) => naming);
  }
}

/** Undefined: they are gone. Entries of logs go without a log of that. */
async function deleteSome(engine: Engine, model: Model, ids: (string | number)[]): Promise<string | undefined> {
  if (model.partitionBy !== undefined) {
    await engine.database.run(
      sql.unsafe`DELETE FROM ${sql.identifier([model.name])} WHERE id::text = ANY(${sql.array(ids.map(String), 'text')})`,
    );
    return undefined;
  }
  try {
    await removeObjects(working(engine), model, ids);
    return undefined;
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return JSON.stringify(error.body);
    throw error;
  }
}

const working = (engine: Engine): UnitOfWork => ({ ...workOf(engine, systemScope(120_000)), unawaited: true });

async function inParts(
  ids: readonly (string | number)[],
  work: (ids: (string | number)[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < ids.length; start += atOnce) await work(ids.slice(start, start + atOnce));
}
