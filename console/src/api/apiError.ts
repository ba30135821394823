import { isLater } from '@plumbline/client/patientFetch';

/** The messages about one object, by field; `non_field_errors` and `__all__` are about no field. */
export type FieldErrors = Record<string, string[]>;

/** What an answer that is none of success says: its status, its sentence, and what it says of fields and rows. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
    /** Names the request in the server's log. */
    readonly requestId: string | undefined,
    /** What is said in the place of the answer's own sentence. */
    sentence = sentenceOf(status, body),
  ) {
    super(sentence);
    this.name = 'ApiError';
  }

  /** Messages by field; empty where the answer is about something else. */
  get fields(): FieldErrors {
    return fieldErrorsOf(this.body);
  }

  /** Messages by row, where the request was a list: `{}` for rows that are good. */
  get rows(): FieldErrors[] | undefined {
    if (this.status !== 400 || !Array.isArray(this.body)) return undefined;
    return this.body.map((row) => (typeof row === 'string' ? { __all__: [row] } : fieldErrorsOf(row)));
  }

  /** Whether nobody is signed in (any more). */
  get isSignedOut(): boolean {
    return this.status === 403 && /credentials were not provided|Invalid token|User inactive/i.test(this.message);
  }
}

/** Whether no answer came, or one that says: later. What the server has refused it refuses again. */
export const mayComeSoon = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || isLater(error.status));

/** Somebody changed the object since it was read. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

/** What a person is told of whatever was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Something went wrong that says nothing of itself.';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fieldErrorsOf(body: unknown): FieldErrors {
  if (!isRecord(body)) return {};
  return Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => name !== 'detail')
      .map(([name, messages]) => [name, textsOf(messages)]),
  );
}

function textsOf(messages: unknown): string[] {
  if (typeof messages === 'string') return [messages];
  if (Array.isArray(messages)) return messages.flatMap(textsOf);
  if (isRecord(messages))
    return Object.entries(messages).flatMap(([name, inner]) => textsOf(inner).map((text) => `${name}: ${text}`));
  return [String(messages)];
}

const absent = 'A part of Plumbline does not answer just now. Nothing is lost; try again.';

const statusSentences: Record<number, string> = {
  0: 'The server does not answer. Is the network there?',
  403: 'You may not do this.',
  404: 'There is no such object, or you may not see it.',
  412: 'Somebody else has changed it meanwhile.',
  413: 'That is more than one request may bring.',
  502: absent,
  503: absent,
  504: absent,
};

function sentenceOf(status: number, body: unknown): string {
  if (isRecord(body) && typeof body.detail === 'string') return body.detail;
  const fields = fieldErrorsOf(
    Array.isArray(body) ? body.find((row) => isRecord(row) && Object.keys(row).length > 0) : body,
  );
  const [first] = Object.entries(fields);
  if (first) return `${/^(__all__|non_field_errors)$/.test(first[0]) ? '' : `${first[0]}: `}${first[1].join(' ')}`;
  return statusSentences[status] ?? `The server answered ${status}.`;
}
