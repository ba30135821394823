import { everything } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { type Work, withinTransaction } from '../engine';
import { backgroundWork } from '../record/relay';
import { select } from '../verbs/ask';
import { relationshipModels, relationshipSchema } from './definition';
import { readKnownRelationships } from './known';

/** Brings what this service knows of relationships up to date with what extras has. */
export async function takeInRelationships(work: Work): Promise<void> {
  const names = Object.keys(relationshipSchema.shape).filter((name) => name !== 'id');
  await withinTransaction(work, async (inner) => {
    await inner.sql.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtext('known_relationship'))`);
    const rows = await select(inner, relationshipModels[0], everything, { values: names });
    const { models } = inner.engine;
    const wanted = rows
      .map((row) => relationshipSchema.parse(row))
      .filter((one) => models.has(one.source_type) || models.has(one.destination_type));
    await inner.sql.run(sql.unsafe`DELETE FROM known_relationship`);
    await inner.sql.run(sql.unsafe`
      INSERT INTO known_relationship (id, definition)
      SELECT (item->>'id')::uuid, item FROM jsonb_array_elements(${JSON.stringify(wanted)}::jsonb) AS item`);
    inner.afterCommit!.push(() => knowAgain(backgroundWork(work.engine)));
  });
}

/** Tells every process of this service to look again. */
async function knowAgain(work: Work): Promise<void> {
  await readKnownRelationships(work);
  const { app, bus } = work.engine;
  await bus.publish({ app, model: 'relationship', verb: 'known' }, {});
}
