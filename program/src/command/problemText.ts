import { type FieldErrors, Problem } from '@plumbline/http';

/** What a client would have been told is wrong, as sentences for a terminal; any other error is left as it is. */
export function asSentences(error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const { body } = error;
  if ('detail' in body && typeof body.detail === 'string') return new Error(body.detail);
  return new Error(sentencesOf(body as FieldErrors).join('\n'));
}

const sentencesOf = (errors: FieldErrors): string[] =>
  Object.entries(errors).flatMap(([field, messages]) => {
    const name = field === '__all__' || field === 'non_field_errors' ? '' : `${field}: `;
    return Array.isArray(messages) ? messages.map((message) => name + message) : sentencesOf(messages);
  });
