import type { Identity } from '@plumbline/http';
import type { Agent, Dispatcher } from 'undici';
import type { RecordedStatement } from './recordStatements';

/** One answer of a service under test. */
export interface TestAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
  body: any;
  text: string;
  /** SQL statements and bus requests it cost. */
  cost: { sql: number; bus: number };
  /** The statements of a recorded request, with those of other services that were asked. */
  statements: RecordedStatement[];
}

/** How a request is sent to services under test. */
export interface TestRequestOptions {
  as?: Identity;
  headers?: Record<string, string>;
  /** The answer tells the statements. */
  recorded?: boolean;
}

/** Where requests of tests are taken. */
export interface SendTarget {
  agent: Agent;
  base: string;
}

/** Sends a request as it is, and answers what came back: without statements, which nobody has recorded. */
export async function send(
  { agent, base }: SendTarget,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<TestAnswer> {
  // A form takes its type along, with what parts it; all else is sent by what costs a fraction of fetch.
  const form = body instanceof FormData ? new Response(body) : undefined;
  // As a browser would send it: some paths have blanks.
  const { pathname, search } = new URL(path, base);
  const response = await agent.request({
    origin: base,
    path: pathname + search,
    method: method as Dispatcher.HttpMethod,
    headers: {
      accept: 'application/json',
      ...(form ? { 'content-type': form.headers.get('content-type')! } : {}),
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: form ? Buffer.from(await form.arrayBuffer()) : asText(body) }),
  });
  const text = await response.body.text();
  const answered = new Headers(
    Object.entries(response.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    ),
  );
  const [sqlCount, busCount] = (answered.get('x-plumbline-cost') ?? '0/0').split('/').map(Number);
  const isJson = answered.get('content-type')?.startsWith('application/json');
  return {
    status: response.statusCode,
    headers: answered,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
    cost: { sql: sqlCount!, bus: busCount! },
    statements: [],
  };
}

const asText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));
