import { apiSchema } from '@plumbline/engine';

type Schema = apiSchema.Schema;

const anything: Schema = { type: 'object', additionalProperties: true };

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
  properties: { data: { ...anything, nullable: true }, errors: problems },
};

/** The answer to a query that was not carried out. */
export const graphRefusal: Schema = apiSchema.objectOf({ errors: problems });

export const variables: Schema = { ...anything, description: 'Values for the variables of the query.' };
