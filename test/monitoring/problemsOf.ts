import type { Query } from './queries';
import { readQuery } from './readQuery';

/** What is wrong with a query, for a page of measures. */
export function problemsOf({ of, expression, shown }: Query, told: Map<string, Set<string>>): string[] {
  const { mistakes, asked } = readQuery(expression);
  const problems = mistakes.map((mistake) => `${of}: ${mistake}`);
  if (asked.length === 0) problems.push(`${of}: asks for nothing`);
  for (const { metric, labels } of asked) {
    const known = told.get(metric);
    if (!known) problems.push(`${of}: nothing is called ${metric}`);
    for (const label of known ? [...labels, ...shown] : [])
      if (!known!.has(label)) problems.push(`${of}: ${metric} has no label ${label}`);
  }
  return problems;
}
