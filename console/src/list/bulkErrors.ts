import { ApiError, type FieldErrors, messageOf } from '../api/apiError';

/** What is wrong with one of several objects. */
export interface RowError {
  /** Its place in the request. */
  index: number;
  text: string;
}

/** One sentence of what is wrong with an object. */
export const sentenceOf = (errors: FieldErrors): string =>
  Object.entries(errors)
    .map(([name, messages]) => `${/^(__all__|non_field_errors)$/.test(name) ? '' : `${name}: `}${messages.join(' ')}`)
    .join(' ');

/** What an all-or-nothing request says of its rows; undefined where it speaks of none of them. */
export function rowErrorsOf(error: unknown): RowError[] | undefined {
  const rows = error instanceof ApiError ? error.rows : undefined;
  const found = rows?.flatMap((errors, index) =>
    Object.keys(errors).length > 0 ? [{ index, text: sentenceOf(errors) }] : [],
  );
  return found && found.length > 0 ? found : undefined;
}

/** What is said of an error that is about no row. */
export const wholeErrorOf = (error: unknown): string | undefined =>
  error && rowErrorsOf(error) === undefined ? messageOf(error) : undefined;
