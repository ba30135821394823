import {
  type Action,
  type ActionHandler,
  allowed,
  findTemplateObjects,
  keyOf,
  query as queryModel,
  type UnitOfWork,
} from '@plumbline/engine';
import { lastValue, problems, type Query } from '@plumbline/http';
import { type Label, partsOfLabel } from '@plumbline/model';
import { renderTemplates } from '@plumbline/templates';
import { anyFile } from '../files/anyFile';
import { attachment } from '../files/attachment';
import { ExportTemplate } from '../models/exportTemplate';
import { endingOf } from './endingOf';

/** Objects that one file is made of. */
const most = 10_000;

/** Parameters of a list that say how it is shown, beside those that lists themselves take for no filters. */
const ofShowing = new Set(['start', 'fields', 'omit']);

/** The objects that the caller's list would show, in the order of it, written by the template. */
const render: ActionHandler = async ({ work, row, query }) => {
  const label = row!.content_type as Label;
  const queryset = await keysOf(work, label, query);
  const [rendering] = await renderTemplates([{ template: String(row!.template_code), refs: { queryset } }], (keys) =>
    findTemplateObjects(work, keys),
  );
  if ('problem' in rendering!) throw problems.field('template_code', rendering.problem);
  return {
    status: 200,
    body: Buffer.from(rendering!.text),
    headers: {
      'Content-Type': mediaType(String(row!.mime_type)),
      'Content-Disposition': attachment(
        `nautobot_${partsOfLabel(label).model}_data${endingOf(String(row!.file_extension))}`,
      ),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, no-cache',
    },
  };
};

async function keysOf(work: UnitOfWork, label: Label, query: Query): Promise<string[]> {
  const { identity } = work.scope;
  if (!(await allowed(work, { label }, 'view'))) throw problems.forbidden();
  const filters = [...query].filter(([name]) => !ofShowing.has(name));
  const sort = lastValue(query, 'sort');
  const found = await queryModel(work, label, {
    fields: [],
    ...(sort === undefined ? {} : { sort }),
    parameters: Object.fromEntries(filters.map(([name, values]) => [name, [...values]])),
    atMost: most,
    viewer: { ...identity },
  });
  if (found.length > most) throw problems.malformed(`More than ${most} objects match. Narrow the filters.`);
  return found.map(([, id]) => keyOf(label, id));
}

/** What people enter there becomes a header only where it is a media type. */
function mediaType(entered: string): string {
  if (!/^[\w.+-]+\/[\w.+-]+(\s*;\s*[\w-]+=[\w.+-]+)*$/.test(entered)) return 'text/plain; charset=utf-8';
  return entered.startsWith('text/') && !entered.includes('charset') ? `${entered}; charset=utf-8` : entered;
}

/** A list written by an export template: an endpoint of our own. */
export const renderExportTemplate: Action = {
  model: ExportTemplate,
  name: 'render',
  methods: { GET: render },
  describe: {
    GET: {
      verb: 'retrieve',
      description: `Write objects by the template into a file: those that their list would show you for the same filters, at most ${most} of them.`,
      parameters: [
        {
          name: 'filters',
          in: 'query',
          description: 'Filters of the list of these objects, each as a parameter of its own.',
          schema: { type: 'object', additionalProperties: { type: 'string' } },
          style: 'form',
          explode: true,
        },
      ],
      responses: { 200: undefined },
      files: anyFile,
    },
  },
};
