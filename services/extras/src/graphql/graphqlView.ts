import { apiSchema, type View } from '@plumbline/engine';
import type { GraphAnswer, GraphRequest } from '@plumbline/graphql';
import { JsonText } from '@plumbline/http';
import { graphOf } from './graphOf';
import { language } from './language';
import { graphAnswer, graphRefusal, variables } from './schemas';

const isCarriedOut = (answer: GraphAnswer): boolean => answer instanceof JsonText || answer.data !== undefined;

/** Answers queries in GraphQL about the objects of all services. */
export const graphqlView: View = {
  name: 'graphql',
  path: '/api/graphql/',
  onlyReads: true,
  readBody: (contentType, bytes) => () => language().readRequest(contentType, bytes),
  methods: {
    POST: async ({ work, body }) => {
      const answer = await graphOf(work.engine)(work, body as () => GraphRequest);
      return { status: isCarriedOut(answer) ? 200 : 400, body: answer };
    },
  },
  describe: {
    POST: {
      description: 'Ask for objects and what they are related with, in GraphQL.',
      request: apiSchema.named('GraphQLAPIRequest'),
      responses: { 200: graphAnswer, 400: graphRefusal },
      schemas: {
        GraphQLAPIRequest: {
          type: 'object',
          properties: {
            query: { type: 'string', minLength: 1, description: 'The query, in GraphQL.' },
            variables,
            operationName: { type: 'string', nullable: true, description: 'Which of several queries is meant.' },
          },
          required: ['query'],
        },
      },
    },
  },
};
