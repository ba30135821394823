import type { TestAnswer } from './realm';

/**
 * Requests about more and more objects, eight more at least, cost as many statements, and no question for each object.
 * What is remembered of other services is forgotten now and then, and asked for once more; writes cannot be repeated
 * until that has settled.
 */
export function expectFlat(costs: TestAnswer['cost'][]): void {
  const [statements, questions] = [costs.map(({ sql }) => sql), costs.map(({ bus }) => bus)];
  expect(statements).toEqual(statements.map(() => statements[0]));
  expect(Math.max(...questions) - Math.min(...questions)).toBeLessThan(8);
}
