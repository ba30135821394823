import type { JsonText } from '@plumbline/http';

/** One entry under `errors`. */
export interface GraphProblem {
  message: string;
  locations?: readonly { line: number; column: number }[];
  path?: readonly (string | number)[];
}

/** What a query is answered with, as an object or written already; without `data` it was not carried out. */
export type GraphAnswer = { errors?: GraphProblem[]; data?: Record<string, unknown> | null } | JsonText;
