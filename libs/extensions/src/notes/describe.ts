import { apiSchema, type ObjectOperation } from '@plumbline/engine';
import type { Model } from '@plumbline/model';

const { named, objectOf } = apiSchema;

/** What a note is written with; what one looks like is described where notes are kept. */
export const noteSchemas: Record<string, apiSchema.Schema> = {
  NoteInputRequest: { ...objectOf({ note: { type: 'string', minLength: 1 } }), description: 'A note about an object.' },
};

/** What the API description says of the notes of an object. */
export const noteOperations = ({ title }: Model): Record<string, ObjectOperation> => ({
  get: {
    verb: 'list',
    description: `List the notes about one ${title}.`,
    parameters: ['limit', 'offset'],
    responses: { 200: named('PaginatedNoteList') },
  },
  post: {
    verb: 'create',
    description: `Write a note about one ${title}.`,
    request: named('NoteInputRequest'),
    responses: { 201: named('Note') },
  },
});
