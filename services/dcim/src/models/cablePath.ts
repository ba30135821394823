import { contentTypes, pathEndpoints } from '@plumbline/domain';
import { bare, contentTypeNumber, defineModel, f, type Label, type Row } from '@plumbline/model';

/** Cables and ports on the way as the contract has them: the number of a content type and an id each. */
const nodesOf = ({ node_types, nodes }: Row): string[] =>
  (nodes as string[]).map((id, index) => `${contentTypeNumber((node_types as Label[])[index]!, contentTypes)}:${id}`);

/** Where the cables from an endpoint lead: written by tracing (`cabling/paths`), one for each endpoint with a cable. */
export const CablePath = defineModel('dcim.cablepath', {
  inGraphs: true,
  title: 'cable path',
  description: 'Where the cables from endpoints lead.',
  traits: [bare],
  fields: {
    origin_type: f.contentType(pathEndpoints),
    origin: f.generic('origin_type', 'origin_id').with({ certain: true, reverse: '_path', reverseAlias: 'path' }),
    origin_id: f.genericKey('origin_type', { onDelete: 'handled' }),
    destination_type: f.contentType(pathEndpoints).optional(),
    destination: f.generic('destination_type', 'destination_id').with({ certain: true }),
    destination_id: f.genericKey('destination_type', { onDelete: 'handled' }).optional(),
    node_types: f.json().hidden().with({ columnType: 'text[]' }),
    /** Cables and ports on the way, in order. */
    nodes: f.json().hidden().with({ columnType: 'uuid[]', indexed: true }),
    path: f.computed({ type: 'array', items: { type: 'string' } }, nodesOf),
    is_active: f.bool(),
    is_split: f.bool(),
  },
  order: ['id'],
  unique: [['origin_type', 'origin_id']],
  naturalKey: ['id'],
  display: ({ id }) => String(id),
});
