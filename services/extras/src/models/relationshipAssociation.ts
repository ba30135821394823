import { bare, by, defineModel, f, inOrder } from '@plumbline/model';
import { peersOf } from '../filters/peers';
import { lockRelationships, lockThem } from '../relationships/associationLocks';
import { endsPassFilters, isNotItself, isRoomFor, typesAreThose } from '../relationships/associationRules';

/** What one object is to another by a relationship. */
export const RelationshipAssociation = defineModel('extras.relationshipassociation', {
  endpoint: 'relationship-associations',
  title: 'relationship association',
  description: 'Which objects are related to which.',
  listed: [],
  traits: [bare],
  fields: {
    source_type: f.contentType({ having: 'relationships' }),
    destination_type: f.contentType({ having: 'relationships' }),
    source: f.generic('source_type', 'source_id').hidden(),
    destination: f.generic('destination_type', 'destination_id').hidden(),
    source_id: f.genericKey('source_type', { onDelete: 'cascade', unverified: true }),
    destination_id: f.genericKey('destination_type', { onDelete: 'cascade', unverified: true }),
    relationship: f.ref('extras.relationship', { reverse: 'relationship_associations', onDelete: 'cascade' }),
  },
  order: ['id'],
  unique: [['relationship', 'source_type', 'source_id', 'destination_type', 'destination_id']],
  naturalKey: ['relationship.key', 'source_id', 'destination_id'],
  display: (row) =>
    `${row['source.display'] ?? 'unknown'} ${isSymmetricType(row['relationship.type']) ? '<->' : '->'} ${row['destination.display'] ?? 'unknown'} - ${row['relationship.label']}`,
  displayNeeds: ['source.display', 'destination.display', 'relationship.label', 'relationship.type'],
  filterable: ['source_id', 'destination_id'],
  filters: {
    relationship: by.relation('relationship', { key: 'key', keyOnly: true }),
    source_type: by.labels('source_type', { having: 'relationships' }, { conjoined: false }),
    destination_type: by.labels('destination_type', { having: 'relationships' }, { conjoined: false }),
    peer_id: by.rule(peersOf),
  },
  exclusive: ['relationship'],
  beforeLock: [lockThem],
  prepare: [lockRelationships],
  validate: [inOrder(typesAreThose, isNotItself, isRoomFor, endsPassFilters)],
});

const isSymmetricType = (type: unknown): boolean => String(type).startsWith('symmetric');
