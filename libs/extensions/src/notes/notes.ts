import { allowed, ask, type Extension, elsewhere, type ObjectRequest, pageLinks, readPage } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { noteOperations, noteSchemas } from './describe';

/** The application that keeps the notes, and the verbs that it answers about them. */
const keeper = 'extras';
const verbs = ['create', 'list', 'table'];

/** What it answers about the notes of an object. */
interface NotesPage {
  count: number;
  results: Record<string, unknown>[];
}

/** Notes that users write about objects (docs/contract/custom-data.md): kept elsewhere, below the URL of each object. */
export const notes: Extension = {
  name: 'notes',
  concerns: ({ abilities }) => abilities.notes !== false,
  keys: ({ abilities }) =>
    abilities.notes === 'unshown'
      ? []
      : [
          {
            key: 'notes_url',
            title: 'Notes url',
            ...(abilities.notes === 'first' ? { leads: true } : {}),
            readOnly: true,
            value: { of: 'endpoint', name: 'notes' },
            form: () => ({ type: 'string', readOnly: true }),
            schema: { type: 'string', format: 'uri' },
          },
        ],
  endpoint: {
    name: 'notes',
    title: 'Notes',
    methods: ['GET', 'POST'],
    answer: (request) => (request.method === 'POST' ? writeNote(request) : listNotes(request)),
    describe: { operations: noteOperations, schemas: noteSchemas },
  },
  onlyShown: ['notes_url'],
  goesAfter: true,
  asks: verbs.map((verb) => ({ app: keeper, model: 'note', verb })),
};

/** The object the notes are of, if the caller may do that with notes and view it; whether they may with notes comes first. */
async function targetOf({ work, model, object }: ObjectRequest, action: 'add' | 'view') {
  if (!(await allowed(work, { label: `${keeper}.note` }, action))) throw problems.forbidden();
  const { id } = await object();
  return { label: model.label, id: String(id), base: work.scope.base };
}

async function writeNote(request: ObjectRequest) {
  const { work } = request;
  const { idempotency, dryRun, identity } = work.scope;
  if (!identity.writeEnabled) throw problems.forbidden();
  const target = await targetOf(request, 'add');
  const given = await request.body();
  const body = given === undefined ? {} : given;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw problems.field('non_field_errors', 'Invalid data. Expected a dictionary.');
  const note = await elsewhere(work, () =>
    ask(work, keeper, 'note', 'create', {
      ...target,
      body,
      ...(idempotency ? { idempotency } : {}),
      ...(dryRun ? { dryRun } : {}),
    }),
  );
  return { status: 201, body: note };
}

async function listNotes(request: ObjectRequest) {
  const { work, query, address, wantsTable } = request;
  const target = await targetOf(request, 'view');
  if (wantsTable) return { status: 200, csv: await ask<string>(work, keeper, 'note', 'table', target) };
  const page = readPage(query, work.engine.settings);
  const { count, results } = await ask<NotesPage>(work, keeper, 'note', 'list', {
    ...target,
    limit: page.limit ?? null,
    offset: page.offset,
  });
  return { status: 200, body: { count, ...pageLinks(address, query, page, count), results } };
}
