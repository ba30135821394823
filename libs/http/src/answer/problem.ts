/** Error messages by field, as the contract shows them; nested serializers nest. */
export interface FieldErrors {
  [field: string]: string[] | FieldErrors;
}

/** What a client sees of a bug: nothing but the id under which it was logged. */
export interface InternalErrorBody {
  error: string;
  exception: string;
  request_id: string;
  nautobot_version: string;
  python_version: string;
}

export type ProblemBody =
  | { detail: string; outcome?: 'none' | 'unknown'; idempotency_key?: string }
  | FieldErrors
  | (FieldErrors | string[])[]
  | Record<string, string>[]
  | string[]
  | InternalErrorBody;

/**
 * A client's mistake or a refusal: an answer, not a bug. The one place where error shapes are made (docs/contract/errors.md).
 */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly body: ProblemBody,
    readonly headers: Record<string, string> = {},
  ) {
    super(`${status} ${JSON.stringify(body)}`);
    this.name = 'Problem';
  }
}

const detail = (status: number, text: string, headers?: Record<string, string>) =>
  new Problem(status, { detail: text }, headers);

export const problems = {
  fields: (errors: FieldErrors) => new Problem(400, errors),
  field: (name: string, ...messages: string[]) => new Problem(400, { [name]: messages }),
  /** A rule of the model that belongs to no single field. */
  model: (...messages: string[]) => new Problem(400, { __all__: messages }),
  malformed: (text: string) => detail(400, text),
  list: (errors: (FieldErrors | string[])[]) => new Problem(400, errors),
  forbidden: (text = 'You do not have permission to perform this action.') => detail(403, text),
  notFound: () => detail(404, 'Not found.'),
  methodNotAllowed: (method: string) => detail(405, `Method "${method}" not allowed.`),
  notAcceptable: () => detail(406, 'Could not satisfy the request Accept header.'),
  conflict: (text: string) => detail(409, text),
  tooLarge: (text: string) => detail(413, text),
  unsupportedMediaType: (type: string, advice?: string) =>
    detail(415, [`Unsupported media type "${type}" in request.`, ...(advice ? [advice] : [])].join(' ')),
  throttled: (seconds: number) =>
    detail(429, `Request was throttled. Expected available in ${seconds} seconds.`, { 'Retry-After': String(seconds) }),
  unavailable: (service: string, told?: string) =>
    detail(503, told ?? `The ${service} service is not available at the moment. Try again in a few seconds.`, {
      'Retry-After': '2',
    }),
  /** What is asked of a service takes longer than a request may. */
  late: (service: string) =>
    problems.unavailable(
      service,
      `The ${service} service did not finish this in time. Try again in a few seconds, and with less at once where it was much.`,
    ),
};
