import { type Action, type ActionHandler, apiSchema, type UnitOfWork } from '@plumbline/engine';
import { JsonText } from '@plumbline/http';
import type { Model } from '@plumbline/model';
import { pathsOver, type StoredPath } from '../cabling/paths/read';
import type { Termination } from '../cabling/paths/walk';
import { showTerminations } from '../cabling/showTerminations';
import { FrontPort, RearPort } from '../models';

const { anyObject, listOf, named, objectOf, orNull } = apiSchema;

const light = ({ engine, scope }: UnitOfWork, termination: Termination | undefined) =>
  termination
    ? {
        id: termination.id,
        object_type: termination.type,
        url: engine.catalog.url(scope.base, termination.type, termination.id),
      }
    : null;

function pathText(work: UnitOfWork, path: StoredPath, show: (termination: Termination) => string): string {
  const { id, origin, destination, nodes, is_active, is_split } = path;
  const ends = {
    id,
    origin_type: origin.type,
    origin: light(work, origin),
    destination_type: destination?.type ?? null,
    destination: light(work, destination),
  };
  const more = { origin_id: origin.id, destination_id: destination?.id ?? null, is_active, is_split };
  return `${JSON.stringify(ends).slice(0, -1)},"path":[${nodes.map(show).join(',')}],${JSON.stringify(more).slice(1)}`;
}

/** All cable paths that lead over a port, in both directions. */
const list: ActionHandler = async ({ work, model, row }) => {
  const found = await pathsOver(work.sql, { type: model.label, id: String(row!.id) });
  const show = await showTerminations(
    work,
    found.flatMap(({ nodes }) => nodes),
  );
  return { status: 200, body: new JsonText(`[${found.map((path) => pathText(work, path, show)).join(',')}]`) };
};

const text: apiSchema.PlainSchema = { type: 'string' };
const uuid: apiSchema.PlainSchema = { type: 'string', format: 'uuid' };

const pathsThrough = (model: Model): Action => ({
  model,
  name: 'paths',
  methods: { GET: list },
  describe: {
    GET: {
      verb: 'list',
      description: 'List the cable paths that lead over this port.',
      responses: { 200: named('PaginatedCablePathList') },
      schemas: {
        PaginatedCablePathList: listOf(named('CablePath')),
        CablePath: objectOf({
          id: uuid,
          origin_type: text,
          origin: anyObject,
          destination_type: orNull(text),
          destination: orNull(anyObject),
          path: listOf(anyObject),
          origin_id: uuid,
          destination_id: orNull(uuid),
          is_active: { type: 'boolean' },
          is_split: { type: 'boolean' },
        }),
      },
    },
  },
});

/** Which cable paths lead through panels. */
export const paths = [FrontPort, RearPort].map(pathsThrough);
