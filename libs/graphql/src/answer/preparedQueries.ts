import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  specifiedRules,
  VariablesInAllowedPositionRule,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { allowedVariables } from './allowedVariables';
import { checkIntrospection } from './introspection';
import { checkLimits, type Limits } from './limits';
import { readQuery } from './readQuery';

/** A query that has been read and found right, or what is wrong with it. */
interface Prepared {
  document: DocumentNode;
  schema: GraphQLSchema;
  problems: readonly GraphQLError[];
  /** Whether it asks for nothing but the schema itself. */
  asksSchemaAlone: boolean;
}

/** Queries that are remembered, and how long one may be for that. */
const remembered = 200;
const longestRemembered = 20_000;
const mostProblems = 20;

const rules = specifiedRules.map((rule) => (rule === VariablesInAllowedPositionRule ? allowedVariables : rule));

/** Reads and judges queries; those that programs send again and again are judged once for each schema. */
export function createPreparedQueries(limits: Limits) {
  const known = new LRUCache<string, Prepared>({ max: remembered });
  return (schema: GraphQLSchema, text: string): Prepared => {
    const found = known.get(text);
    if (found?.schema === schema) return found;
    const document = readQuery(text);
    checkLimits(document, limits);
    const asksSchemaAlone = checkIntrospection(document);
    const problems = validate(schema, document, rules, { maxErrors: mostProblems });
    const prepared = { document, schema, problems, asksSchemaAlone };
    if (text.length <= longestRemembered) known.set(text, prepared);
    return prepared;
  };
}
