import { Problem } from '@plumbline/http';
import type { Row } from '@plumbline/model';
import type { UnitOfWork } from '../core/engine';
import { TargetBeingDeleted } from './locks/notBeingDeleted';
import { savepoint } from './locks/savepoint';

/** What is wrong with one object of a list, in words. */
export type ReportProblem<T> = (item: T, fault: string) => void;

/**
 * Writes all of a list that can be written: what is refused is reported and left out, and the rest is written as if it
 * had not been there. Answers what was written with its rows.
 */
export async function writeValid<T>(
  work: UnitOfWork,
  items: T[],
  write: (items: T[]) => Promise<Row[]>,
  report: ReportProblem<T>,
): Promise<[T, Row][]> {
  let left = items;
  while (left.length > 0) {
    try {
      const rows = await savepoint(work, () => write(left));
      return left.map((item, index) => [item, rows[index]!]);
    } catch (error) {
      const faults = faultsOf(error, left.length);
      if (!faults) return writeEach(work, left, write, report);
      for (const [index, fault] of faults.entries()) if (fault !== undefined) report(left[index]!, fault);
      left = left.filter((_, index) => faults[index] === undefined);
    }
  }
  return [];
}

/** One after the other, where the refusal of a list does not say whose fault it is. */
async function writeEach<T>(
  work: UnitOfWork,
  items: T[],
  write: (items: T[]) => Promise<Row[]>,
  report: ReportProblem<T>,
): Promise<[T, Row][]> {
  const written: [T, Row][] = [];
  for (const item of items)
    try {
      written.push([item, (await savepoint(work, () => write([item])))[0]!]);
    } catch (error) {
      report(item, inWords(refusalOf(error).body));
    }
  return written;
}

/** The fault of each of a list, if the refusal tells them apart; what is no refusal goes on. */
function faultsOf(error: unknown, count: number): (string | undefined)[] | undefined {
  const { body } = refusalOf(error);
  if (!Array.isArray(body) || body.length !== count) return undefined;
  const faults = body.map((each: unknown) => (Object.keys(each as object).length === 0 ? undefined : inWords(each)));
  return faults.every((fault) => fault === undefined) ? undefined : faults;
}

/** What would be said again of the same objects; whatever may be otherwise in a moment is for whoever runs the whole once more. */
function refusalOf(error: unknown): Problem {
  const isFinal = error instanceof Problem && !(error instanceof TargetBeingDeleted);
  if (isFinal && error.status >= 400 && error.status < 500) return error;
  throw error;
}

function inWords(body: unknown): string {
  if (Array.isArray(body)) return body.map(inWords).join(' ');
  if (typeof body !== 'object' || body === null) return String(body);
  return Object.entries(body)
    .map(([name, value]) => (['__all__', 'detail'].includes(name) ? inWords(value) : `${name}: ${inWords(value)}`))
    .join(' ');
}
