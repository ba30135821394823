import { apiSchema } from '@plumbline/engine';

type Schema = apiSchema.Schema;

const problems: Schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      message: { type: 'string' },
      locations: {
        type: 'array',
        items: apiSchema.objectOf({ line: { type: 'integer' }, column: { type: 'integer' } }),
      },
      path: { type: 'array', items: {} },
    },
    required: ['message'],
  },
};

/** What queries are answered with. */
export const graphAnswer: Schema = {
  type: 'object',
  properties: { data: apiSchema.orNull(apiSchema.anyObject), errors: problems },
};

/** The answer to a query that was not carried out. */
export const graphRefusal: Schema = apiSchema.objectOf({ errors: problems });

export const variables: Schema = { ...apiSchema.anyObject, description: 'Values for the variables of the query.' };
