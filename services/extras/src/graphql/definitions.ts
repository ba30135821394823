import { select, type UnitOfWork } from '@plumbline/engine';
import { relationshipSchema } from '@plumbline/extensions';
import type { CustomFieldDefinition, Definitions } from '@plumbline/graphql';
import { everything } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** What people have added to the models: read when the stamp says that it has changed. */
export async function definitions(work: UnitOfWork): Promise<{ stamp: string; read(): Promise<Definitions> }> {
  const found = await work.sql.first<{ stamp: string }>(sql.unsafe`
    SELECT md5(coalesce(string_agg(definition, ',' ORDER BY definition), '')) AS stamp FROM (
      SELECT concat(id, ' ', last_updated) AS definition FROM customfield
      UNION ALL SELECT concat(id, ' ', last_updated) FROM relationship
      UNION ALL SELECT concat(id, ' ', last_updated) FROM computedfield
    ) definitions`);
  return { stamp: found!.stamp, read: () => read(work) };
}

async function read(work: UnitOfWork): Promise<Definitions> {
  const [customFields, relationships, computedFields] = await Promise.all([
    select(work, 'extras.customfield', everything, {
      values: ['key', 'type', 'content_types', 'filter_logic'],
      ordered: true,
    }),
    select(work, 'extras.relationship', everything, {
      values: Object.keys(relationshipSchema.shape).filter((name) => name !== 'id'),
      ordered: true,
    }),
    select(work, 'extras.computedfield', everything, { values: ['key', 'content_type'], ordered: true }),
  ]);
  return {
    customFields: customFields.map((row) => ({
      key: row.key as string,
      type: row.type as CustomFieldDefinition['type'],
      labels: row.content_types as string[],
      isFilter: row.filter_logic !== 'disabled',
    })),
    relationships: relationships.map((row) => relationshipSchema.parse(row)),
    computedFields: computedFields.map((row) => ({ key: row.key as string, label: row.content_type as string })),
  };
}
