import type { Identity } from '@plumbline/http';
import type { TestAnswer, TestServices } from '@plumbline/testkit';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
export type Shown = any;

/** Sends a query, as the superuser or as somebody else. */
export const send = (plumbline: TestServices, query: string, variables?: object, as?: Identity): Promise<TestAnswer> =>
  plumbline.request('POST', '/api/graphql/', { query, ...(variables ? { variables } : {}) }, as ? { as } : {});

/** The data a query is answered with; the test fails when there are errors. */
export async function ask(plumbline: TestServices, query: string, variables?: object, as?: Identity): Promise<Shown> {
  const { status, text, body } = await send(plumbline, query, variables, as);
  if (status !== 200 || body.errors) throw new Error(`${status} ${text.slice(0, 1000)}`);
  return body.data;
}
