import { sql } from '@plumbline/store';
import type { Engine } from '../engine';
import { everythingKnown } from '../known/everythingKnown';
import { backgroundWork } from '../record/relay';
import { analyseGrownTables } from '../record/statistics';
import { foldTallies } from '../record/tallies';

/** Brings in line what a service knows of its objects beside them, after they were put there behind its back. */
export async function takeStock(engine: Engine): Promise<void> {
  const work = backgroundWork(engine);
  for (const { takeIn, tend } of everythingKnown) {
    await takeIn(work);
    await tend?.(work);
  }
  for (const { name, keyType } of engine.models.values())
    if (keyType === 'int')
      await work.sql.run(sql.unsafe`
        SELECT setval(${`${name}_id_seq`}::regclass, max(id)) FROM ${sql.identifier([name])} HAVING max(id) IS NOT NULL`);
  await keepUp(engine);
}

/** Lets PostgreSQL know how its tables have grown, so that it finds its way in them. */
export async function keepUp(engine: Engine): Promise<void> {
  const work = backgroundWork(engine);
  await foldTallies(work);
  await analyseGrownTables(work);
}
