import { isObject } from '@plumbline/domain';
import type { BatchRule } from '@plumbline/model';
import { isBlankJson } from '../rules/json';
import { checkSchemas, type SchemaFinding } from './checkSchemas';
import { describeSchemaError } from './describeSchemaError';

/** A schema is one of draft 7, describes an object with properties, and can be used without anything from elsewhere. */
export const describesAnObject: BatchRule = async (candidates) => {
  const changed = candidates.filter(
    ({ before, row }) => JSON.stringify(before?.data_schema) !== JSON.stringify(row.data_schema),
  );
  if (changed.length === 0) return candidates.map(() => undefined);
  const findings = await checkSchemas(changed.map(({ row }) => ({ schema: row.data_schema })));
  return candidates.map((candidate) => {
    const index = changed.indexOf(candidate);
    if (index < 0) return undefined;
    const { data_schema: schema } = candidate.row;
    const wrong = fault(schema, findings?.[index]);
    const problems = [...(isBlankJson(schema) ? ['This field cannot be blank.'] : []), ...(wrong ? [wrong] : [])];
    return problems.length > 0 ? { data_schema: problems } : undefined;
  });
};

function fault(schema: unknown, finding: SchemaFinding | undefined): string | undefined {
  if (!finding) return 'It takes too long to look at this schema.';
  if (finding.error) return describeSchemaError(finding.error);
  if (!isObject(schema) || schema.type !== 'object' || !Object.hasOwn(schema, 'properties'))
    return 'Only context data in the form of an object is supported, so the JSON schema must be of type object and specify a set of properties.';
  return finding.unusable;
}
