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
import { allOf, type Row, readUuid, where } from '@plumbline/model';
import { type Rendering, renderTemplates } from '@plumbline/templates';
import { buttonClasses } from '../choices/buttonClasses';
import { CustomLink } from '../models/customLink';
import { isSafeAddress } from './safeAddress';

/** Links that objects of one kind are shown with. */
const most = 100;

/** The links of an object, made of their templates: those that you may view, of an object that you may view. */
async function rendered(work: UnitOfWork, query: Query): Promise<Row[]> {
  const [label, id] = [readText(query, 'content_type'), readUuid(readText(query, 'object_id'))];
  if (id === undefined) throw problems.field('object_id', 'This is not an id.');
  const criteria = allOf(await permitted(work, CustomLink, 'view'), where('content_type', 'exact', label));
  const { rows: links } = await load(work, CustomLink, { criteria, root: true, limit: most });
  if (links.length === 0) return [];
  const visible = work.engine.catalog.find(label) ? await findVisible(work, label, where('id', 'exact', id)) : [];
  if (visible.length === 0) throw problems.notFound();
  const refs = { obj: keyOf(label, id) };
  const renderings = await renderTemplates(
    links.flatMap(({ text, target_url }) =>
      [text, target_url].map((template) => ({ template: String(template), refs })),
    ),
    (keys) => findTemplateObjects(work, keys),
  );
  return links.flatMap((link, index) => {
    const shown = shownAs(renderings[2 * index]!, renderings[2 * index + 1]!);
    const { id, name, group_name, button_class, new_window } = link;
    return shown ? [{ id, name, group_name, button_class, new_window, ...shown }] : [];
  });
}

/** A link whose text comes to nothing is not shown, which is how templates say that an object has none. */
function shownAs(text: Rendering, address: Rendering) {
  if ('problem' in text) return leadingNowhere(text.problem);
  if (text.text.trim() === '') return undefined;
  if ('problem' in address) return leadingNowhere(address.problem);
  const target_url = address.text.trim();
  return isSafeAddress(target_url)
    ? { text: text.text.trim(), target_url, problem: '' }
    : leadingNowhere('The address is none of http, https, mailto or this site.');
}

const leadingNowhere = (problem: string) => ({ text: '', target_url: null, problem });

function readText(query: Query, name: string): string {
  const text = lastValue(query, name);
  if (!text) throw problems.field(name, 'This field is required.');
  return text;
}

const { listOf, named, objectOf, orNull } = apiSchema;
const text: apiSchema.PlainSchema = { type: 'string' };
const uuid: apiSchema.PlainSchema = { type: 'string', format: 'uuid' };
const required = (name: string, description: string, schema: object) => ({
  name,
  in: 'query',
  required: true,
  description,
  schema,
});

/** The custom links of an object, as they stand on its page: an endpoint of our own. */
export const renderedCustomLinks: View = {
  name: 'extras_rendered_custom_links',
  // Said so that the index of the application, which the contract fixes, does not list it.
  path: '/api/extras/rendered-custom-links/',
  title: 'Rendered Custom Links',
  methods: { GET: async ({ work, query }) => ({ status: 200, body: await rendered(work, query) }) },
  describe: {
    GET: {
      verb: 'list',
      description: 'Make the custom links of an object of their templates: those that you may view.',
      parameters: [
        required('content_type', 'The kind of the object.', text),
        required('object_id', 'The object.', uuid),
      ],
      responses: { 200: listOf(named('RenderedCustomLink')) },
      schemas: {
        RenderedCustomLink: objectOf({
          id: uuid,
          name: text,
          group_name: text,
          button_class: { type: 'string', enum: buttonClasses.map(([value]) => value) },
          new_window: { type: 'boolean' },
          text,
          target_url: orNull({ ...text, description: 'Null where there is a problem.' }),
          problem: { ...text, description: 'Why the link leads nowhere.' },
        }),
      },
    },
  },
};
