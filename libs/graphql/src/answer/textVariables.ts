import { GraphQLString, type VariableDefinitionNode } from 'graphql';
import { namedIn } from './allowedVariables';

/** Variables as an operation takes them: numbers, and yes or no, are texts where it names texts, as clients rely on. */
export function textVariables(
  definitions: readonly VariableDefinitionNode[] | undefined,
  variables: Record<string, unknown>,
): Record<string, unknown> {
  const taken = { ...variables };
  for (const { variable, type } of definitions ?? []) {
    const name = variable.name.value;
    if (Object.hasOwn(taken, name) && namedIn(type) === GraphQLString.name) taken[name] = asText(taken[name]);
  }
  return taken;
}

const asText = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asText);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
};
