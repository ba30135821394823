import { Problem, problems } from '@plumbline/http';
import { isInvalidRegularExpression, isStatementTimeout, isTooLarge, TooManyValues } from '@plumbline/store';

/** What PostgreSQL refused for the client's sake as the answer that says so; any other error as it is. */
export function databaseProblem(error: unknown): unknown {
  if (isInvalidRegularExpression(error)) return problems.malformed('Enter a valid regular expression.');
  if (isTooLarge(error)) return problems.model('A value is longer than there is room for.');
  if (error instanceof TooManyValues) return problems.malformed('These are too many values at once. Ask for fewer.');
  if (isStatementTimeout(error))
    return new Problem(503, { detail: 'The answer takes too long. Ask for less at once.' }, { 'Retry-After': '2' });
  return error;
}
