import type { App } from '@plumbline/config';
import type { Model } from '@plumbline/model';
import {
  expectStatus,
  type RecordedStatement,
  recordStatements,
  type Subject,
  settled,
  type TestServices,
  valueFor,
} from '@plumbline/testkit';
import { format } from 'sql-formatter';

/** The models whose objects a statement reads to show them inside others, by the statement. */
export type ReadsForOthers = Map<string, string>;

const keyOf = ({ app, text }: RecordedStatement): string => `${app} ${text}`;

/** Asks every model for objects to be shown inside others. */
export async function readsForOthers({ services, bus }: TestServices): Promise<ReadsForOthers> {
  const reads: ReadsForOthers = new Map();
  for (const [app, { engine }] of services)
    for (const model of engine.models.values())
      for (const statement of await readForOthers(bus, app, model)) reads.set(keyOf(statement), model.label);
  return reads;
}

async function readForOthers(bus: TestServices['bus'], app: App, model: Model): Promise<RecordedStatement[]> {
  const statements: RecordedStatement[] = [];
  const question = {
    ids: [model.keyType === 'int' ? 0 : '00000000-0000-4000-8000-000000000000'],
    depth: 0,
    base: '',
  };
  const call = { requestId: 'statements', deadline: Date.now() + 60_000 };
  await recordStatements(statements, () => bus.request({ app, model: model.name, verb: 'fetch' }, question, call));
  return statements;
}

/**
 * The requests of a model whose statements are reviewed, each by what is written of it: a list, an object, a list with
 * related objects, a filter.
 */
async function readsOf(subject: Subject): Promise<[title: string, url: string][]> {
  const { path, made, model, request } = subject;
  const filter = reviewedFilter(model);
  const reads: [string, string][] = [['', path]];
  const shown = made.maximal ?? expectStatus(await request('GET', `${path}?limit=1`), 200).body.results[0];
  if (shown?.id !== undefined) reads.push(['{id}/', subject.detail(shown)]);
  reads.push(['?depth=1', `${path}?depth=1`]);
  if (filter) reads.push([`?${filter}=…`, `${path}?${filter}=${encodeURIComponent(valueFor(subject, filter))}`]);
  return reads;
}

/** The first filter that leads to related objects, else the search, else the first. */
function reviewedFilter({ filters }: Model): string | undefined {
  const names = Object.keys(filters);
  const related = names.find((name) => ['tree', 'relation', 'relationId'].includes(filters[name]!.kind));
  return related ?? (filters.q ? 'q' : names[0]);
}

/** What other services have changed is taken in before some reads, by other statements each time. */
const takesIn = /\b(outbox|consumed)\b/;

/**
 * What it takes to read objects of a model, as it is reviewed: the statements of each request, and the models whose objects
 * are read to be shown inside, once services remember what they remember of others. Other services answer in no particular order.
 */
export async function statementsOfReads(
  subject: Subject,
  { bus }: Pick<TestServices, 'bus'>,
  forOthers: ReadsForOthers,
): Promise<string> {
  const { model, path, request } = subject;
  const known: RecordedStatement[] = [];
  const numberOf = (statement: RecordedStatement): number => {
    const at = known.findIndex((one) => keyOf(one) === keyOf(statement));
    return at < 0 ? known.push(statement) : at + 1;
  };
  const written = (title: string, statements: RecordedStatement[], shown: string[]): string =>
    `-- ${title}: ${[...statements.map(numberOf), ...shown.sort()].join(', ')}`;

  const lines: string[] = [];
  for (const [title, url] of await readsOf(subject)) {
    const answer = await settled(async () =>
      expectStatus(await request('GET', url, undefined, { recorded: true }), 200),
    );
    const statements = answer.statements.filter(({ text }) => !takesIn.test(text));
    const own = statements.filter((one) => !forOthers.has(keyOf(one)) && one.app === model.app);
    const others = statements.filter((one) => !forOthers.has(keyOf(one)) && one.app !== model.app);
    const shown = statements.flatMap((one) => forOthers.get(keyOf(one)) ?? []);
    others.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    lines.push(written(`GET ${path}${title}`, [...own, ...others], shown));
  }
  const inOthers = await readForOthers(bus, model.app as App, model);
  lines.push(written('inside others', inOthers, []));
  const texts = known.map(
    (statement, index) =>
      `-- ${index + 1}${statement.app === model.app ? '' : `, of ${statement.app}`}\n${formatted(statement)};\n`,
  );
  return [
    '-- Written by `npm run generate:statements`: the statements that reads run, by number.',
    ...lines,
    '',
    ...texts,
  ].join('\n');
}

const formatted = ({ text }: RecordedStatement): string =>
  format(text, { language: 'postgresql', expressionWidth: 120 });
