import { type Action, apiSchema } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { GraphqlQuery } from '../models/graphqlQuery';
import { graphOf } from './graphOf';
import { language } from './language';
import { graphAnswer, variables } from './schemas';

/** Answers a query that is kept; what is wrong with it is part of the answer. */
export const runGraphqlQuery: Action = {
  model: GraphqlQuery,
  name: 'run',
  onlyReads: true,
  methods: {
    POST: async ({ work, row, body }) => {
      const variables = readVariables(body);
      const ask = () => language().requestOf({ query: row!.query, variables });
      return { status: 200, body: await graphOf(work.engine)(work, ask) };
    },
  },
  describe: {
    POST: {
      description: 'Run the query.',
      request: apiSchema.named('GraphQLQueryInputRequest'),
      responses: { 200: apiSchema.named('GraphQLQueryOutput') },
      schemas: {
        GraphQLQueryInputRequest: { type: 'object', properties: { variables } },
        GraphQLQueryOutput: graphAnswer,
      },
    },
  },
};

/** The variables in the body, which may be left out. */
function readVariables(body: unknown): unknown {
  if (body === undefined) return undefined;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw problems.field('non_field_errors', 'Invalid data. Expected a dictionary.');
  return (body as { variables?: unknown }).variables;
}
