import { useQuery } from '@tanstack/react-query';
import {
  buildClientSchema,
  type GraphQLField,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  type IntrospectionQuery,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { request } from '../../../api/request';

/** What can be asked in GraphQL; undefined until the server has said so. */
export const useSchema = () =>
  useQuery({
    queryKey: ['graphql', 'schema'],
    staleTime: 10 * 60_000,
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<GraphQLSchema> => {
      const query = getIntrospectionQuery();
      const { data } = await request<{ data: IntrospectionQuery }>('POST', '/api/graphql/', {
        body: { query },
        signal,
      });
      return buildClientSchema(data.data);
    },
  });

/** Fields that an example asks for, where a type has them. */
const exampleFields = ['id', 'name', 'display', 'address', 'prefix', 'status', 'role'];

/** A query that asks for a field of the root: objects with what tells them apart. */
export function exampleOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const isList = isListType(isNonNullType(type) ? type.ofType : type);
  const id = args.find((one) => isNonNullType(one.type));
  const given = isList && args.some((one) => one.name === 'limit') ? '(limit: 5)' : id ? `(${id.name}: "")` : '';
  const named = getNamedType(type);
  const known = 'getFields' in named ? named.getFields() : {};
  const fields = exampleFields.flatMap((field) => {
    const to = known[field]?.type;
    if (to === undefined) return [];
    const target = getNamedType(to);
    if (isLeafType(target)) return [field];
    return 'getFields' in target && 'name' in target.getFields() ? [`${field} { name }`] : [];
  });
  const body = fields.length > 0 ? ` {\n    ${fields.join('\n    ')}\n  }` : '';
  return `query {\n  ${name}${given}${body}\n}`;
}
