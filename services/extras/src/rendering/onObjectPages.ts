import {
  apiSchema,
  findTemplateObjects,
  findVisible,
  keyOf,
  load,
  permitted,
  type UnitOfWork,
  type View,
} from '@plumbline/engine';
import { lastValue, problems, type Query } from '@plumbline/http';
import { allOf, type Criteria, type Model, type Row, readObjectKey, where } from '@plumbline/model';
import { type Rendering, renderTemplates } from '@plumbline/templates';

/** What stands on the page of an object because somebody has given it to objects of that kind, made of templates. */
export interface OnObjectPages {
  model: Model;
  name: string;
  path: string;
  title: string;
  description: string;
  /** What is given to objects of a kind. */
  givenTo(label: string): Criteria;
  /** The fields that are templates. */
  templates: readonly string[];
  /** One as it stands there, by what came of its templates, in their order; undefined: it does not. */
  shownAs(given: Row, rendered: Rendering[]): Row | undefined;
  /** What is answered: the name of its schema and its properties. */
  schema: { name: string; properties: Record<string, object> };
}

/** Objects of one kind are shown with this many at most. */
const most = 100;

/** An endpoint of our own: what the caller may view of what stands on the page of an object that the caller may view. */
export function onObjectPages(given: OnObjectPages): View {
  const { name, path, title, description, schema } = given;
  return {
    name,
    // Said so that the index of the application, which the contract fixes, does not list it.
    path,
    title,
    methods: { GET: async ({ work, query }) => ({ status: 200, body: await rendered(given, work, query) }) },
    describe: {
      GET: {
        verb: 'list',
        description,
        parameters: [
          required('content_type', 'The kind of the object.', { type: 'string' }),
          required('object_id', 'The object.', { type: 'string' }),
        ],
        responses: { 200: apiSchema.listOf(apiSchema.named(schema.name)) },
        schemas: { [schema.name]: apiSchema.objectOf(schema.properties) },
      },
    },
  };
}

async function rendered(given: OnObjectPages, work: UnitOfWork, query: Query): Promise<Row[]> {
  const { model, templates, givenTo, shownAs } = given;
  const label = readText(query, 'content_type');
  const of = work.engine.catalog.find(label);
  const id = readObjectKey(of?.keyType ?? 'uuid', readText(query, 'object_id'));
  if (id === undefined) throw problems.field('object_id', 'This is not an id.');
  const criteria = allOf(await permitted(work, model, 'view'), givenTo(label));
  const { rows } = await load(work, model, { criteria, root: true, limit: most });
  if (rows.length === 0) return [];
  const visible = of ? await findVisible(work, label, where('id', 'exact', id)) : [];
  if (visible.length === 0) throw problems.notFound();
  const refs = { obj: keyOf(label, id) };
  const renderings = await renderTemplates(
    rows.flatMap((row) => templates.map((field) => ({ template: String(row[field]), refs }))),
    (keys) => findTemplateObjects(work, keys),
  );
  return rows
    .map((row, index) => shownAs(row, renderings.slice(index * templates.length, (index + 1) * templates.length)))
    .filter((shown) => shown !== undefined);
}

function readText(query: Query, name: string): string {
  const text = lastValue(query, name);
  if (!text) throw problems.field(name, 'This field is required.');
  return text;
}

const required = (name: string, description: string, schema: object) => ({
  name,
  in: 'query',
  required: true,
  description,
  schema,
});
