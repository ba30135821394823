import { type Action, apiSchema } from '@plumbline/engine';

const { listOf, named, objectOf } = apiSchema;

type Descriptions = NonNullable<Action['describe']>;

const version: apiSchema.PlainSchema = { type: 'integer', enum: [4, 6] };

/** What OpenAPI says of the free addresses of a prefix. */
export const describeAvailableIps: Descriptions = {
  GET: {
    verb: 'list',
    description: 'List free addresses of a prefix.',
    parameters: [
      {
        name: 'limit',
        in: 'query',
        description: 'Most addresses to list; a page when absent.',
        schema: { type: 'integer' },
      },
    ],
    responses: { 200: named('PaginatedAvailableIPList') },
    schemas: {
      AvailableIP: objectOf({ ip_version: version, address: { type: 'string' } }),
      PaginatedAvailableIPList: listOf(named('AvailableIP')),
    },
  },
  POST: {
    description:
      'Make the next free address of a prefix. A list makes several, answered with a list; nothing is made, and nothing answered, when too few are left.',
    request: named('IPAllocationRequest'),
    responses: { 201: named('IPAddress'), 204: undefined },
    schemas: {
      IPAllocationRequest: {
        ...objectOf({ status: {} }, ['status']),
        additionalProperties: {},
        description: 'Any field of an address but `address` and `namespace`.',
      },
    },
  },
};

/** What OpenAPI says of the free space of a prefix. */
export const describeAvailablePrefixes: Descriptions = {
  GET: {
    verb: 'list',
    description: 'List the free space of a prefix as the fewest blocks that make it up.',
    responses: { 200: named('PaginatedAvailablePrefixList') },
    schemas: {
      AvailablePrefix: objectOf({ ip_version: version, prefix: { type: 'string' } }),
      PaginatedAvailablePrefixList: listOf(named('AvailablePrefix')),
    },
  },
  POST: {
    description:
      'Make a prefix of a given length in free space. A list makes several, answered with a list; nothing is made, and nothing answered, when there is no room for all.',
    request: named('PrefixLengthRequest'),
    responses: { 201: named('Prefix'), 204: undefined },
    schemas: {
      PrefixLengthRequest: {
        ...objectOf({ prefix_length: { type: 'integer' }, status: {} }),
        additionalProperties: {},
        description: 'The length, and any field of a prefix but `prefix` and `namespace`.',
      },
    },
  },
};
