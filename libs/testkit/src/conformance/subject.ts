import type { App } from '@plumbline/config';
import type { Identity } from '@plumbline/http';
import { filterParameters, type Model, partsOfLabel } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { TestAnswer, TestRequestOptions } from '../send';
import { type Body, bodyFrom, type Fixture, type Made } from './fixture';
import type { TestedPlumbline } from './testedPlumbline';

/** One model under test in a plumbline, with its fixture's objects. */
export interface Subject {
  fixture: Fixture;
  model: Model;
  /** The list URL. */
  path: string;
  plumbline(): TestedPlumbline;
  /** Who everything is done as unless said otherwise: a superuser of the plumbline. */
  admin(): Identity;
  /** What was made first, by name, and `minimal` and `maximal` themselves. */
  made: Made;
  request(method: string, path: string, body?: unknown, options?: TestRequestOptions): Promise<TestAnswer>;
  /** A body nobody has sent yet. */
  fresh(): Body;
  /** An object nobody else uses. */
  aNew(): Promise<Body & { id: string | number }>;
  detail(object: { id?: unknown }): string;
  /** How many objects there are, of those a query finds. */
  count(query?: string, as?: Identity): Promise<number>;
  /** Every model of the plumbline by label. */
  models(): Map<string, Model>;
  /** Query parameters of the model's list. */
  parameters: string[];
}

/** Makes a fixture's subject; nothing is asked before its first request. */
export function subjectOf(fixture: Fixture, plumbline: () => TestedPlumbline, admin: () => Identity): Subject {
  const { model } = fixture;
  const path = `/api/${model.root}/${model.endpoint}/`;
  const made: Made = {};
  let number = 0;
  const request: Subject['request'] = (method, url, body, options = {}) =>
    plumbline().request(method, url, body, { as: admin(), ...options });
  const subject: Subject = {
    fixture,
    model,
    path,
    plumbline,
    admin,
    made,
    request,
    fresh: () => fixture.writes!.numbered(number++, made),
    aNew: async () => expectStatus(await request('POST', path, subject.fresh()), 201).body,
    detail: ({ id }) => `${path}${id}/`,
    count: async (query = '', as = admin()) => {
      const separator = query === '' ? '' : '&';
      return expectStatus(await request('GET', `${path}?limit=1${separator}${query}`, undefined, { as }), 200).body
        .count;
    },
    models: () =>
      new Map(
        [...plumbline().services.values()].flatMap(({ engine }) => [...engine.models].map(([key, own]) => [key, own])),
      ),
    parameters: filterParameters(model),
  };
  return subject;
}

/** Makes what a fixture needs, and its minimal and maximal objects. */
export async function makeFixture(subject: Subject): Promise<void> {
  const { fixture, made, request, path } = subject;
  await putIn(subject);
  for (const [name, [endpoint, body]] of Object.entries(fixture.setUp ?? {}))
    made[name] = expectStatus(await request('POST', `/api/${endpoint}/`, bodyFrom(body, made)), 201).body;
  if (!fixture.writes) return;
  const { minimal, maximal } = fixture.writes;
  for (const [name, body] of Object.entries({ minimal, maximal }))
    made[name] = expectStatus(await request('POST', path, bodyFrom(body, made)), 201).body;
}

/** Rows that are there already, from another fixture, stay. */
async function putIn({ fixture, model, plumbline }: Subject): Promise<void> {
  const { database } = plumbline().services.get(model.app as App)!.engine;
  for (const [label, rows] of Object.entries(fixture.given ?? {})) {
    const table = sql.identifier([partsOfLabel(label).model]);
    await database.run(sql.unsafe`
      INSERT INTO ${table} SELECT item.* FROM jsonb_populate_recordset(NULL::${table}, ${JSON.stringify(rows)}::jsonb) item
      ON CONFLICT DO NOTHING`);
  }
}

/** The answer, if it has this status; otherwise the test fails with what it says. */
export function expectStatus(answer: TestAnswer, status: number): TestAnswer {
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status}: ${answer.text.slice(0, 1000)}`);
  return answer;
}
