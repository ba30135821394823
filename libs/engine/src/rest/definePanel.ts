import { lastValue, problems, type Query } from '@plumbline/http';
import { readObjectKey, where } from '@plumbline/model';
import pTimeout from 'p-timeout';
import { listOf, named, objectOf } from '../core/apiSchema';
import type { UnitOfWork } from '../core/engine';
import { type PanelBlock, type PanelDefinition, panelBlocks } from '../core/extensions/panel';
import { findVisible, select } from '../core/messages/ask';
import type { View } from '../core/service';

/** Milliseconds that an object's page waits for one of its panels. */
const shownWithin = 5_000;
const mostRows = 500;

/**
 * A panel as a view of the service that has it. It is shown of objects that the caller may view, made of what the caller may
 * view, and in time: one that takes longer is a 503 that names the service.
 */
export function definePanel(panel: PanelDefinition): View {
  const { of, title, shows, root, name, description } = panel;
  return {
    name: `${root}_${name}`.replace(/\W/g, '_'),
    path: `/api/${root}/panels/${name}/`,
    title,
    panel: { of, title, shows },
    methods: {
      GET: async ({ work, query }) => ({ status: 200, body: { blocks: await blocksOf(panel, work, query) } }),
    },
    describe: {
      GET: {
        description,
        parameters: [
          { name: 'id', in: 'query', required: true, description: `The object: ${of}.`, schema: { type: 'string' } },
        ],
        responses: { 200: objectOf({ blocks: listOf(named('PanelBlock')) }) },
        schemas: {
          PanelBlock: {
            ...objectOf({ kind: { type: 'string', enum: ['fields', 'table', 'text'] } }),
            additionalProperties: true,
            description: 'Fields with their labels, a table with its columns, or plain text.',
          },
        },
      },
    },
  };
}

async function blocksOf({ of, show }: PanelDefinition, work: UnitOfWork, query: Query): Promise<PanelBlock[]> {
  const id = lastValue(query, 'id');
  if (!id) throw problems.field('id', 'This field is required.');
  const { scope, engine } = work;
  if (readObjectKey(engine.catalog.find(of)?.keyType ?? 'uuid', id) === undefined)
    throw problems.field('id', 'This is not an id.');
  const hurried: UnitOfWork = {
    ...work,
    scope: { ...scope, deadline: Math.min(scope.deadline, Date.now() + shownWithin) },
  };
  const visible = await findVisible(hurried, of, where('id', 'exact', id));
  if (visible.length === 0) throw problems.notFound();
  const { identity } = scope;
  const viewer = identity.isSuperuser ? {} : { viewer: { ...identity } };
  const shown = show({
    id,
    select: (label, criteria, values) =>
      select(hurried, label, criteria, { values, ordered: true, limit: mostRows, ...viewer }),
  });
  const late = () => {
    throw problems.unavailable(engine.app);
  };
  return panelBlocks.parse(await pTimeout(shown, shownWithin, late));
}
