import {
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLType,
  getNamedType,
  isListType,
  isNonNullType,
  type TypeNode,
  type ValidationContext,
  VariablesInAllowedPositionRule,
} from 'graphql';
import { scalars } from '../schema/scalars';

type Usages = ReturnType<ValidationContext['getRecursiveVariableUsages']>;

/**
 * Variables stand where their type may; one that is an `Int` also where a larger number is expected, as clients know all
 * numbers by that type.
 */
export function allowedVariables(context: ValidationContext): ReturnType<typeof VariablesInAllowedPositionRule> {
  const getRecursiveVariableUsages: ValidationContext['getRecursiveVariableUsages'] = (operation): Usages => {
    const ofNumbers = new Set(
      (operation.variableDefinitions ?? [])
        .filter(({ type }) => namedIn(type) === GraphQLInt.name)
        .map(({ variable }) => variable.name.value),
    );
    return context
      .getRecursiveVariableUsages(operation)
      .map((usage) =>
        ofNumbers.has(usage.node.name.value) && getNamedType(usage.type) === scalars.long
          ? { ...usage, type: ofInt(usage.type!) as typeof usage.type }
          : usage,
      );
  };
  return VariablesInAllowedPositionRule(
    Object.create(context, { getRecursiveVariableUsages: { value: getRecursiveVariableUsages } }),
  );
}

/** The type that lists and demands are made of. */
export const namedIn = (type: TypeNode): string => (type.kind === 'NamedType' ? type.name.value : namedIn(type.type));

/** The same type with `Int` at its core. */
function ofInt(type: GraphQLType): GraphQLType {
  if (isListType(type)) return new GraphQLList(ofInt(type.ofType));
  return isNonNullType(type) ? new GraphQLNonNull(ofInt(type.ofType) as typeof type.ofType) : GraphQLInt;
}
