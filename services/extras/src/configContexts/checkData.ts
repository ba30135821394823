import { type ModelReader, where } from '@plumbline/model';
import { checkSchemas } from './checkSchemas';
import { describeSchemaError } from './describeSchemaError';

/** Data, and the id of the schema they have to keep to. */
export interface DataCheck {
  schema: string;
  data: unknown;
}

/** What is wrong with each, for the client to read; null: nothing. Each schema is read and prepared once. */
export async function checkData(checks: DataCheck[], { select }: ModelReader): Promise<(string[] | null)[]> {
  const ids = [...new Set(checks.map(({ schema }) => schema))];
  const schemas =
    ids.length === 0 ? [] : await select('extras.configcontextschema', where('id', 'in', ids), ['name', 'data_schema']);
  const groups = schemas.map((schema) => ({ schema, checks: checks.filter((check) => check.schema === schema.id) }));
  if (groups.length === 0) return checks.map(() => null);
  const findings = await checkSchemas(
    groups.map((group) => ({ schema: group.schema.data_schema, data: group.checks.map(({ data }) => data) })),
  );
  const answers = new Map<DataCheck, string[]>();
  for (const [number, group] of groups.entries()) {
    const title = `Validation using the JSON Schema ${group.schema.name} failed.`;
    const { errors, unusable } = findings?.[number] ?? { unusable: 'It takes too long.' };
    for (const [index, check] of group.checks.entries()) {
      const error = errors?.[index];
      const problem = error ? describeSchemaError(error) : unusable;
      if (problem !== undefined) answers.set(check, [title, problem]);
    }
  }
  return checks.map((check) => answers.get(check) ?? null);
}
