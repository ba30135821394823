import type { Action } from '@plumbline/engine';
import { expectStatus, type Subject, type TestAnswer, valueFor } from '@plumbline/testkit';
import { parse } from 'csv-parse/sync';
import { ownServices } from '../../program/src/start/services';
import { graph } from './graph';
import type { Viewer } from './viewers';
import { type Shown, some, type World } from './world';

/** One model, one viewer, and what a superuser would see. */
export interface Outlook {
  world: World;
  subject: Subject;
  viewer: Viewer;
  visible: Shown[];
  hidden: Shown[];
}

type Surface = (outlook: Outlook) => Promise<void>;

const ask = (
  { subject, viewer }: Outlook,
  method: string,
  url: string,
  body?: unknown,
  accept?: string,
): Promise<TestAnswer> =>
  subject.request(method, url, body, { as: viewer.identity, ...(accept ? { headers: { accept } } : {}) });

/** Writes are rehearsed, so that what one viewer does is not in the way of the next. */
const rehearse = (outlook: Outlook, method: string, url: string, body?: unknown): Promise<TestAnswer> =>
  ask(outlook, method, `${url}?dry_run=true`, body);

const ids = (objects: Shown[]): unknown[] => objects.map(({ id }) => id);

/**
 * The request was not refused; whether it made sense, or there is anybody to carry it out (501, 503), is another
 * matter.
 */
function expectAllowed({ status, text }: TestAnswer): void {
  const isRefused = (status >= 500 && status !== 501 && status !== 503) || status === 403 || status === 404;
  if (isRefused) throw new Error(`expected to be allowed: ${status} ${text}`);
}

const detail: Surface = async (outlook) => {
  const { viewer, subject, visible, hidden } = outlook;
  for (const object of some(visible)) {
    const answer = await ask(outlook, 'GET', subject.detail(object));
    expect([answer.status, answer.body]).toEqual(viewer.maySee ? [200, object] : [403, expect.anything()]);
  }
  for (const object of some(hidden))
    expectStatus(await ask(outlook, 'GET', subject.detail(object)), viewer.maySee ? 404 : 403);
};

const list: Surface = async (outlook) => {
  const { viewer, subject, visible } = outlook;
  const answer = await ask(outlook, 'GET', `${subject.path}?limit=0`);
  if (!viewer.maySee) return void expectStatus(answer, 403);
  expect([answer.body.count, ids(answer.body.results)]).toEqual([visible.length, ids(visible)]);
  const page = expectStatus(await ask(outlook, 'GET', `${subject.path}?limit=2&offset=1`), 200).body;
  expect([page.count, ids(page.results)]).toEqual([visible.length, ids(visible.slice(1, 3))]);
};

const table: Surface = async (outlook) => {
  const { viewer, subject, visible } = outlook;
  const answer = await ask(outlook, 'GET', subject.path, undefined, 'text/csv');
  if (!viewer.maySee) return void expectStatus(answer, 403);
  const lines: Record<string, string>[] = parse(answer.text, { columns: true });
  expect(lines.map(({ id }) => id)).toEqual(ids(visible).map(String));
};

const nested: Surface = async (outlook) => {
  const { viewer, subject, visible } = outlook;
  const url = `${subject.path}?limit=3&depth=2`;
  const answer = await ask(outlook, 'GET', url);
  if (!viewer.maySee) return void expectStatus(answer, 403);
  for (const object of answer.body.results)
    expect(object).toEqual((await subject.request('GET', `${subject.detail(object)}?depth=2`)).body);
  expect(answer.body.results.length).toBe(Math.min(3, visible.length));
};

const counts: Surface = async ({ world, subject, viewer, visible }) => {
  const { app, label } = subject.model;
  const asked = async <T>(verb: string, question: object) =>
    world.plumbline.bus.request<T>(
      { app, model: 'service', verb },
      { ...question, identity: viewer.identity },
      { requestId: crypto.randomUUID(), asker: 'gateway', deadline: Date.now() + 60_000 },
    );
  const totals = await asked<Record<string, number | null>>('totals', { models: [label] });
  expect(totals).toEqual({ [label]: viewer.maySee ? visible.length : null });
  for (const { id } of some(visible)) {
    const question = { id: String(id), lists: [{ model: label, filter: 'id' }] };
    expect(await asked('referring', question)).toEqual([viewer.maySee ? 1 : null]);
  }
};

const naturalKeys: Surface = async (outlook) => {
  const { world, viewer, subject, visible, hidden } = outlook;
  const statusOf = async ({ id }: Shown) => (await ask(outlook, 'GET', `${subject.path}${world.keys.get(id)}/`)).status;
  const known = (objects: Shown[]) => some(objects.filter(({ id }) => world.keys.has(id)));
  for (const object of known(visible)) expect(await statusOf(object)).toBe(viewer.maySee ? 200 : 403);
  for (const object of known(hidden)) expect(await statusOf(object)).toBe(viewer.maySee ? 404 : 403);
};

const filters =
  (most: number): Surface =>
  async (outlook) => {
    const { viewer, subject, visible, hidden } = outlook;
    const shown = new Set(ids(visible));
    const parameters = some(subject.parameters, viewer.maySee ? most : 2);
    const queries = parameters.map((parameter) => `${parameter}=${encodeURIComponent(valueFor(subject, parameter))}`);
    for (const object of some(hidden, 2)) queries.push(`id=${object.id}`);
    for (const query of queries) {
      const answer = await ask(outlook, 'GET', `${subject.path}?limit=5&${query}`);
      if (!viewer.maySee) expectStatus(answer, 403);
      else {
        const wanted = (await everything(outlook, query)).filter((id) => shown.has(id));
        expect([query, answer.body.count, ids(answer.body.results)]).toEqual([
          query,
          wanted.length,
          wanted.slice(0, 5),
        ]);
      }
    }
  };

const known = new Map<string, unknown[]>();

/** What a superuser finds; asked once. */
async function everything({ subject }: Outlook, query: string): Promise<unknown[]> {
  const url = `${subject.path}?limit=0&${query}`;
  if (!known.has(url)) known.set(url, ids(expectStatus(await subject.request('GET', url), 200).body.results));
  return known.get(url)!;
}

const verbs: Surface = async (outlook) => {
  const { viewer, subject, visible, hidden } = outlook;
  const methods = (['PATCH', 'PUT', 'DELETE'] as const).filter((method) => subject.model.methods.includes(method));
  for (const method of methods) {
    for (const object of some(visible, 2)) {
      const answer = await rehearse(outlook, method, subject.detail(object), {});
      if (viewer.permitted) expectAllowed(answer);
      else expectStatus(answer, 403);
    }
    for (const object of some(hidden, 2))
      expectStatus(await rehearse(outlook, method, subject.detail(object), {}), viewer.permitted ? 404 : 403);
  }
  const { actions = {} } = expectStatus(await ask(outlook, 'OPTIONS', subject.path), 200).body;
  const offered = (['POST', 'PUT'] as const).filter((method) => subject.model.methods.includes(method));
  expect(Object.keys(actions).sort()).toEqual(viewer.permitted ? offered : []);
};

const creation: Surface = async (outlook) => {
  const { viewer, subject } = outlook;
  if (!subject.fixture.writes) return;
  const bodies = [subject.fresh(), subject.fresh()];
  // What will be made depends on who makes it, such as whose note it is.
  const as = { ...viewer.identity, isSuperuser: true };
  const rehearsed = await subject.request('POST', `${subject.path}?dry_run=true`, bodies, { as });
  const made: Shown[] = expectStatus(rehearsed, 201).body;
  for (const [index, body] of [...bodies, bodies].entries()) {
    const { status } = await rehearse(outlook, 'POST', subject.path, body);
    const within = index < made.length ? viewer.extendsTo(made[index]) : made.every(viewer.extendsTo);
    if (subject.model.restrict && viewer.permitted) expect([201, 403]).toContain(status);
    else expect([body, status]).toEqual([body, viewer.permitted && within ? 201 : 403]);
  }
};

const bulk: Surface = async (outlook) => {
  const { viewer, subject, visible, hidden } = outlook;
  const mine = some(visible, 2);
  const all = [...mine, ...some(hidden, 2)].map(({ id }) => ({ id }));
  if (subject.model.methods.includes('PATCH')) {
    const answer = await rehearse(outlook, 'PATCH', subject.path, all);
    if (!viewer.permitted) expectStatus(answer, 403);
    else if (answer.status === 200) expect(new Set(ids(answer.body))).toEqual(new Set(ids(mine)));
    else expectAllowed(answer);
  }
  if (subject.model.methods.includes('DELETE')) {
    const theirs = some(hidden, 2).map(({ id }) => ({ id }));
    expectStatus(await rehearse(outlook, 'DELETE', subject.path, theirs), viewer.permitted ? 204 : 403);
  }
};

const notes: Surface = async (outlook) => {
  const { viewer, subject, visible, hidden } = outlook;
  if (!subject.model.abilities.notes) return;
  const url = (object: Shown) => `${subject.detail(object)}notes/`;
  for (const [method, fine, body] of [
    ['GET', 200],
    ['POST', 201, { note: 'seen' }],
  ] as const) {
    for (const object of some(visible, 2))
      expectStatus(await rehearse(outlook, method, url(object), body), viewer.maySee && viewer.mayNote ? fine : 403);
    // Whether they may with notes comes first.
    for (const object of some(hidden, 2))
      expectStatus(await rehearse(outlook, method, url(object), body), viewer.maySee && viewer.mayNote ? 404 : 403);
  }
};

const actions: Surface = async (outlook) => {
  const { subject, viewer, visible, hidden } = outlook;
  const own = (ownServices.of(subject.model.app).actions ?? []).filter(({ model }) => model === subject.model);
  for (const action of own) {
    // Some ask first what may be done to another model: who may note, may do anything to all others.
    const absent = (action.permissionOf ? viewer.mayNote : viewer.maySee) ? 404 : 403;
    for (const method of Object.keys(action.methods)) {
      const body = method === 'GET' ? undefined : [];
      for (const object of some(visible, 2)) {
        const answer = await rehearse(outlook, method, urlOf(action, subject, object), body);
        if (viewer.identity.isSuperuser) expectAllowed(answer);
        else if (!viewer.maySee) expectStatus(answer, absent);
        // What an action does may ask for permissions on other models besides.
        else expect([200, 201, 400, 403, 409, 501, 503]).toContain(answer.status);
      }
      for (const object of some(hidden, 2))
        expectStatus(await rehearse(outlook, method, urlOf(action, subject, object), body), absent);
    }
  }
};

const urlOf = ({ name }: Action, subject: Subject, object: Shown): string => `${subject.detail(object)}${name}/`;

/** Every way to an object. `parameters` is how many filters of each model are tried. */
export const surfaces = (parameters: number): Record<string, Surface> => ({
  detail,
  list,
  table,
  nested,
  counts,
  naturalKeys,
  filters: filters(parameters),
  verbs,
  creation,
  bulk,
  notes,
  actions,
  graph,
});
