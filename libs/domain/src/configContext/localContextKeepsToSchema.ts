import type { BatchRule } from '@plumbline/model';
import type { SchemaCheckReply } from './messages';

/** Local data keep to the schema they are said to keep to; extras knows it and looks, at all of a request in one go. */
export const localContextKeepsToSchema: BatchRule = async (candidates, { ask }) => {
  const bound = candidates.filter(({ row }) => row.local_config_context_schema !== null);
  if (bound.length === 0) return candidates.map(() => undefined);
  const answers = await ask<SchemaCheckReply>('extras.configcontextschema', 'check', {
    checks: bound.map(({ row }) => ({ schema: row.local_config_context_schema, data: row.local_config_context_data })),
  });
  return candidates.map((candidate) => {
    const wrong = answers[bound.indexOf(candidate)];
    return wrong ? { local_config_context_data: wrong } : undefined;
  });
};
