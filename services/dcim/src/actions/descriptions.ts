import { type Action, apiSchema } from '@plumbline/engine';

const { listOf, named, objectOf, orNull } = apiSchema;

const text: apiSchema.PlainSchema = { type: 'string' };
const flag: apiSchema.PlainSchema = { type: 'boolean' };
const pixels: apiSchema.PlainSchema = { type: 'integer', minimum: 1, maximum: 1000 };
const inQuery = (name: string, description: string, schema: apiSchema.Schema) => ({
  name,
  in: 'query',
  description,
  schema,
});

/** What OpenAPI says of the units of a rack. */
export const describeElevation: NonNullable<Action['describe']> = {
  GET: {
    verb: 'list',
    description: 'List the units of a rack from the top down, and which are occupied.',
    parameters: [
      inQuery('face', 'The side to look at; the front when absent.', { type: 'string', enum: ['front', 'rear'] }),
      inQuery('render', 'As a list, or as a picture.', { type: 'string', enum: ['json', 'svg'] }),
      inQuery('q', 'Only units whose name contains this.', text),
      inQuery('exclude', 'A device that is taken for absent.', { type: 'string', format: 'uuid' }),
      inQuery('expand_devices', 'List every unit of a device; else its lowest alone.', flag),
      inQuery('unit_width', 'Pixels of the picture; 230 when absent.', pixels),
      inQuery('unit_height', 'Pixels of the picture; 22 when absent.', pixels),
      inQuery('legend_width', 'Pixels of the picture; 30 when absent.', pixels),
      inQuery('include_images', 'Show pictures of device types where there are any.', flag),
      inQuery('display_fullname', 'Write whole names into the picture; else up to the first dot.', flag),
      inQuery('limit', 'Most units to list; a page when absent.', { type: 'integer' }),
      inQuery('offset', 'Units to pass over.', { type: 'integer' }),
    ],
    responses: {
      200: named('PaginatedRackUnitList'),
    },
    files: ['image/svg+xml'],
    schemas: {
      PaginatedRackUnitList: objectOf({
        count: { type: 'integer' },
        next: orNull(text),
        previous: orNull(text),
        results: listOf(named('RackUnit')),
      }),
      RackUnit: objectOf({
        id: { type: 'integer' },
        name: text,
        face: objectOf({ value: text, label: text }),
        occupied: { type: 'boolean' },
      }),
    },
  },
};
