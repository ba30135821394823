import type { View } from '@plumbline/engine';
import { type GraphRequest, readRequest } from '@plumbline/graphql';
import { graphOf } from './graphOf';
import { graphAnswer, graphRefusal, variables } from './schemas';

/** Answers queries in GraphQL about the objects of all services. */
export const graphqlView: View = {
  name: 'graphql',
  path: '/api/graphql/',
  readBody: (contentType, bytes) => () => readRequest(contentType, bytes),
  methods: {
    POST: async ({ work, body }) => {
      const answer = await graphOf(work.engine)(work, body as () => GraphRequest);
      return { status: answer.data === undefined ? 400 : 200, body: answer };
    },
  },
  describe: {
    POST: {
      description: 'Ask for objects and what they are related with, in GraphQL.',
      request: {
        type: 'object',
        properties: {
          query: { type: 'string', minLength: 1, description: 'The query, in GraphQL.' },
          variables,
          operationName: { type: 'string', nullable: true, description: 'Which of several queries is meant.' },
        },
        required: ['query'],
      },
      responses: { 200: graphAnswer, 400: graphRefusal },
    },
  },
};
