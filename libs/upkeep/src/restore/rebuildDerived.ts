import {
  analyseGrownTables,
  backgroundWork,
  choresOf,
  compactRowCounts,
  doChores,
  type Engine,
  extensionsOf,
} from '@plumbline/engine';
import { sql } from '@plumbline/store';

/** Brings in line what a service knows of its objects beside them, after they were put there behind its back. */
export async function rebuildDerived(engine: Engine): Promise<void> {
  const work = backgroundWork(engine);
  for (const { sync } of extensionsOf(engine).followed) await sync(work);
  await doChores(work, choresOf(engine, {}));
  for (const { name, keyType } of engine.models.values())
    if (keyType === 'int')
      await work.sql.run(sql.unsafe`
        SELECT setval(${`${name}_id_seq`}::regclass, max(id)) FROM ${sql.identifier([name])} HAVING max(id) IS NOT NULL`);
  await analyseTables(engine);
}

/** Lets PostgreSQL know how its tables have grown, so that it finds its way in them. */
export async function analyseTables(engine: Engine): Promise<void> {
  const work = backgroundWork(engine);
  await compactRowCounts(work);
  await analyseGrownTables(work);
}
