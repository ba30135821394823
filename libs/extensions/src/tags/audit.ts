import { type Audit, select, type UnitOfWork } from '@plumbline/engine';
import { type Model, type Row, where } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** Looks for objects that carry tags which are not for objects of their kind: no write of theirs would be taken. */
export const tagAudit = (model: Model): Audit => ({
  title: `tags of ${model.label}`,
  takesAway: true,
  run: async (work, auditor) => {
    const carried = await carriedTags(work, model);
    const tags = await select(work, model.fields.tags!.options.to!, where('id', 'in', carried), {
      values: ['content_types'],
    });
    const wrong = tags.filter((tag) => !isForObjectsOf(model, tag)).map(({ id }) => String(id));
    auditor.looked(carried.length);
    if (wrong.length === 0) return;
    const table = sql.identifier([model.name]);
    const ids = sql.array(wrong, 'uuid');
    const rows = await work.sql.rows<{ id: string; tag: string }>(
      sql.unsafe`SELECT id, tag FROM ${table}, unnest(tags) AS tag WHERE tag = ANY(${ids}) ORDER BY id`,
    );
    if (auditor.repair)
      await work.sql.run(
        sql.unsafe`UPDATE ${table} SET tags = ARRAY(SELECT item FROM unnest(tags) WITH ORDINALITY AS items(item, place) WHERE NOT item = ANY(${ids}) ORDER BY place) WHERE tags && ${ids}`,
      );
    for (const { id, tag } of rows)
      auditor.found(`${model.label} ${id}: its tag ${tag} is not for objects of its kind.`, auditor.repair);
  },
});

/** Whether only some tags are for objects of the model. */
export const isTagged = ({ fields }: Model): boolean =>
  fields.tags?.stored === true && fields.tags.options.onlyFor !== undefined;

const isForObjectsOf = ({ fields }: Model, { content_types: labels }: Row): boolean =>
  (labels as string[]).includes(fields.tags!.options.onlyFor!);

async function carriedTags(work: UnitOfWork, { name }: Model): Promise<string[]> {
  const rows = await work.sql.rows<{ id: string }>(
    sql.unsafe`SELECT DISTINCT unnest(tags) AS id FROM ${sql.identifier([name])} WHERE cardinality(tags) > 0`,
  );
  return rows.map(({ id }) => id);
}
