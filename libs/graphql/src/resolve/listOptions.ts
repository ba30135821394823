import type { QueryRequest } from '@plumbline/engine';
import { GraphQLError } from 'graphql';
import { parameterName } from '../schema/names';

export type Arguments = Record<string, unknown>;

/** The arguments of a list as a question has them: query parameters, and which part of what they find. */
export function listOptions(args: Arguments): Pick<QueryRequest, 'parameters' | 'limit' | 'offset'> {
  const parameters: Record<string, string[]> = {};
  for (const [argument, value] of Object.entries(args)) {
    if (argument === 'limit' || argument === 'offset' || value === null || value === undefined) continue;
    parameters[parameterName(argument)] = [value]
      .flat()
      .filter((one) => one !== null)
      .map(String);
  }
  const limit = bound(args, 'limit');
  return { parameters, ...(limit > 0 ? { limit } : {}), offset: bound(args, 'offset') };
}

function bound(args: Arguments, name: 'limit' | 'offset'): number {
  const value = args[name] ?? 0;
  if (typeof value !== 'number' || value < 0) throw new GraphQLError(`{'${name}': ['Enter a whole number from 0.']}`);
  return value;
}

/** A part of a list that is there in full. */
export const part = <T>(items: T[], { limit, offset = 0 }: Pick<QueryRequest, 'limit' | 'offset'>): T[] =>
  limit === undefined && offset === 0 ? items : items.slice(offset, limit === undefined ? undefined : offset + limit);
