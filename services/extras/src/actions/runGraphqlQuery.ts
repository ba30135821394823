import type { Action } from '@plumbline/engine';
import { requestOf } from '@plumbline/graphql';
import { graphOf } from '../graphql/graphOf';
import { graphAnswer, variables } from '../graphql/schemas';
import { GraphqlQuery } from '../models/graphqlQuery';

/** Answers a query that is kept; what is wrong with it is part of the answer. */
export const runGraphqlQuery: Action = {
  model: GraphqlQuery,
  name: 'run',
  onlyReads: true,
  methods: {
    POST: async ({ work, row, body }) => {
      const given = (body ?? {}) as { variables?: unknown };
      const ask = () => requestOf({ query: row!.query, variables: given.variables });
      return { status: 200, body: await graphOf(work.engine)(work, ask) };
    },
  },
  describe: {
    POST: {
      description: 'Run the query.',
      request: { type: 'object', properties: { variables } },
      responses: { 200: graphAnswer },
    },
  },
};
