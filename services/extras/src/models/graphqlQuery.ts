import { by, defineModel, f, firstProblem, plain } from '@plumbline/model';
import { language } from '../graphql/language';
import { queryCanBeRead } from '../graphql/rules';

/** A query in GraphQL that is kept to be run by its name. */
export const GraphqlQuery = defineModel('extras.graphqlquery', {
  endpoint: 'graphql-queries',
  menu: [{ under: ['Automation', 'Extensibility'], at: 610 }],
  title: 'GraphQL query',
  plural: 'GraphQL queries',
  className: 'GraphQLQuery',
  description: 'Queries in GraphQL that are kept to be run again.',
  listed: [],
  traits: [plain, { notes: true, changeLog: true }],
  fields: {
    variables: f
      .computed({ type: 'object' }, (query) => language().variablesOf(String(query.query)))
      .inForm({ type: 'string' })
      .with({ logged: true })
      .describe('The variables of the query: their defaults as text, or nothing.'),
    name: f.text(100).unique(),
    query: f.text(),
  },
  filterable: ['name'],
  filters: {
    q: by.search({ name: 'icontains', query: 'icontains', id: 'iexact' }),
    created: undefined,
    last_updated: undefined,
  },
  validate: [firstProblem(queryCanBeRead)],
});
