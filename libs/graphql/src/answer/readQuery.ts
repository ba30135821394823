import { type DocumentNode, GraphQLError, Kind, parse } from 'graphql';
import { longestQuery, mostTokens } from './limits';

/** Reads the text of a query; throws a `GraphQLError` for one that is none, or too long. */
export function readQuery(text: string): DocumentNode {
  if (text.length > longestQuery) throw new GraphQLError(`A query has at most ${longestQuery} characters.`);
  try {
    return parse(text, { maxTokens: mostTokens });
  } catch (error) {
    if (error instanceof RangeError) throw new GraphQLError('The query is nested too deep.');
    throw error;
  }
}

/** The variables of a query: their defaults as text, or nothing. */
export function variablesOf(text: string): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const definition of readQuery(text).definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { variable, defaultValue } of definition.variableDefinitions ?? []) {
      const { loc } = defaultValue ?? {};
      const written = loc ? text.slice(loc.start, loc.end) : '';
      variables[variable.name.value] = defaultValue?.kind === Kind.STRING ? defaultValue.value : written;
    }
  }
  return variables;
}
