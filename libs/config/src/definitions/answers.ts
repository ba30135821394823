import { type Definition, flag, wholeNumber, word } from '../definition';
import { knownAs } from '../knownNames';

/** What one request may ask for and send. */
export const answers = {
  maxPageSize: {
    variable: 'PLUMBLINE_MAX_PAGE_SIZE',
    readBy: 'services',
    known: knownAs('NAUTOBOT_MAX_PAGE_SIZE'),
    meaning: 'Largest page a client can ask for; 0 sets no limit.',
    fallback: '1000',
    schema: wholeNumber(0, 1_000_000),
  },
  paginateCount: {
    variable: 'PLUMBLINE_PAGINATE_COUNT',
    readBy: 'services',
    known: knownAs('NAUTOBOT_PAGINATE_COUNT'),
    meaning: 'Page size when the client names none.',
    fallback: '50',
    schema: wholeNumber(1, 1_000_000),
  },
  strictFiltering: {
    variable: 'PLUMBLINE_STRICT_FILTERING',
    readBy: 'services',
    known: knownAs('NAUTOBOT_STRICT_FILTERING'),
    meaning: 'Whether an unknown filter is answered with 400; false ignores it.',
    fallback: 'true',
    schema: flag(),
  },
  nestedRelations: {
    variable: 'PLUMBLINE_NESTED_RELATIONS',
    readBy: 'services',
    meaning: 'Relations inside a nested object: their URL, or an object with id, object_type and url.',
    fallback: 'url',
    schema: word(['url', 'object']),
  },
  hideRelated: {
    variable: 'PLUMBLINE_HIDE_RELATED',
    readBy: 'services',
    meaning:
      'Whether related objects that somebody may not view are hidden from them: all that is shown of one is its id, object_type and url, and nothing can be found, sorted or named by its other values. false shows them by `depth`, in GraphQL and elsewhere, as the contract has it.',
    fallback: 'false',
    schema: flag(),
  },
  graphqlDepth: {
    variable: 'PLUMBLINE_GRAPHQL_DEPTH',
    readBy: 'extras',
    meaning: 'Fields within fields a GraphQL query may have.',
    fallback: '20',
    schema: wholeNumber(1, 100),
  },
  graphqlFields: {
    variable: 'PLUMBLINE_GRAPHQL_FIELDS',
    readBy: 'extras',
    meaning: 'Fields a GraphQL query may name, those of a fragment counted wherever it is spread.',
    fallback: '1000',
    schema: wholeNumber(1, 5_000),
  },
  graphqlRelations: {
    variable: 'PLUMBLINE_GRAPHQL_RELATIONS',
    readBy: 'extras',
    meaning:
      'Lists and relations a GraphQL query may name; each costs a statement or a few, whatever the number of objects.',
    fallback: '200',
    schema: wholeNumber(1, 5_000),
  },
  graphqlValues: {
    variable: 'PLUMBLINE_GRAPHQL_VALUES',
    readBy: 'extras',
    meaning: 'Values the answer to a GraphQL query may hold, an object counting as one more than its fields.',
    fallback: '250000',
    schema: wholeNumber(1, 10_000_000),
  },
  outboxHours: {
    variable: 'PLUMBLINE_OUTBOX_HOURS',
    readBy: 'services',
    meaning:
      'Hours the service that made a change keeps its record, when the change log and all others have it already.',
    fallback: '24',
    schema: wholeNumber(0, 1_000_000),
  },
  uploadMegabytes: {
    variable: 'PLUMBLINE_UPLOAD_MEGABYTES',
    readBy: 'services',
    meaning: 'Largest file that can be uploaded, such as a picture of a device type or an input of a job.',
    fallback: '10',
    schema: wholeNumber(1, 20),
  },
  changelogRetention: {
    variable: 'PLUMBLINE_CHANGELOG_RETENTION',
    readBy: 'extras',
    known: knownAs('NAUTOBOT_CHANGELOG_RETENTION'),
    meaning:
      'Days an entry of the change log is kept at least; whole months that are older go at once. 0 keeps them for ever.',
    fallback: '90',
    schema: wholeNumber(0, 36_500),
  },
} satisfies Record<string, Definition<unknown>>;
