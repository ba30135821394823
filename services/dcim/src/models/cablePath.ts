import { pathEndpoints } from '@plumbline/domain';
import { bare, defineModel, f } from '@plumbline/model';

/** Where the cables from an endpoint lead: written by tracing (`cabling/paths`), one for each endpoint with a cable. */
export const CablePath = defineModel('dcim.cablepath', {
  title: 'cable path',
  description: 'Where the cables from endpoints lead.',
  traits: [bare],
  fields: {
    origin_type: f.contentType(pathEndpoints),
    origin_id: f.genericKey('origin_type', { onDelete: 'handled' }),
    destination_type: f.contentType(pathEndpoints).optional(),
    destination_id: f.genericKey('destination_type', { onDelete: 'handled' }).optional(),
    node_types: f.json().with({ columnType: 'text[]' }),
    /** Cables and ports on the way, in order. */
    nodes: f.json().with({ columnType: 'uuid[]', indexed: true }),
    is_active: f.bool(),
    is_split: f.bool(),
  },
  order: ['id'],
  unique: [['origin_type', 'origin_id']],
  naturalKey: ['id'],
  display: ({ id }) => String(id),
});
