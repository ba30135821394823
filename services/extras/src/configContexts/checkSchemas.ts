import { join } from 'node:path';
import { createIsolated } from '@plumbline/isolated';

/** A schema, alone to be looked at itself, or with data that have to keep to it. */
export interface SchemaCase {
  schema: unknown;
  data?: unknown[];
}

/** What a value and the part of a schema that speaks of it disagree in. */
export interface SchemaError {
  keyword: string;
  /** The value. */
  data: unknown;
  /** What the schema says under the keyword. */
  schema: unknown;
  params: Record<string, unknown>;
  /** Properties that nobody expects. */
  unexpected: string[];
}

/** What was found: an error in the schema, one in each of the data (null: none), or that the schema cannot be used. */
export interface SchemaFinding {
  error?: SchemaError;
  errors?: (SchemaError | null)[];
  unusable?: string;
}

const runChecks = createIsolated(join(__dirname, '../../workers/schemas.js'));

/**
 * Looks at schemas and data, in a thread that knows nothing of this process; undefined when that takes too much of it.
 */
export async function checkSchemas(cases: SchemaCase[]): Promise<SchemaFinding[] | undefined> {
  const answer = await runChecks(JSON.stringify(cases));
  return answer === undefined ? undefined : (JSON.parse(answer) as SchemaFinding[]);
}
