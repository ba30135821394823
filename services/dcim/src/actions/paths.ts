import { type Action, type ActionHandler, apiSchema, type Work } from '@plumbline/engine';
import { JsonText } from '@plumbline/http';
import type { Model } from '@plumbline/model';
import { type Path, pathsOver } from '../cabling/paths/read';
import type { Place } from '../cabling/paths/walk';
import { showPlaces } from '../cabling/showPlaces';
import { FrontPort, RearPort } from '../models';

const { listOf, named, objectOf, orNull } = apiSchema;

const light = ({ engine, scope }: Work, place: Place | undefined) =>
  place ? { id: place.id, object_type: place.type, url: engine.catalog.url(scope.base, place.type, place.id) } : null;

function pathText(work: Work, path: Path, show: (place: Place) => string): string {
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

/** All ways that lead over a port, in both directions. */
const list: ActionHandler = async ({ work, row }) => {
  const found = await pathsOver(work.sql, String(row!.id));
  const show = await showPlaces(
    work,
    found.flatMap(({ nodes }) => nodes),
  );
  return { status: 200, body: new JsonText(`[${found.map((path) => pathText(work, path, show)).join(',')}]`) };
};

const text = { type: 'string' };
const uuid = { type: 'string', format: 'uuid' };
const object = { type: 'object' };

const pathsThrough = (model: Model): Action => ({
  model,
  name: 'paths',
  methods: { GET: list },
  describe: {
    GET: {
      verb: 'list',
      description: 'List the ways along cables that lead over this port.',
      responses: { 200: listOf(named('CablePath')) },
      schemas: {
        CablePath: objectOf({
          id: uuid,
          origin_type: text,
          origin: object,
          destination_type: orNull(text),
          destination: orNull(object),
          path: listOf(object),
          origin_id: uuid,
          destination_id: orNull(uuid),
          is_active: { type: 'boolean' },
          is_split: { type: 'boolean' },
        }),
      },
    },
  },
});

/** Which ways lead through panels. */
export const paths = [FrontPort, RearPort].map(pathsThrough);
