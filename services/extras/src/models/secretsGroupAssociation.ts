import { bare, by, defineModel, f } from '@plumbline/model';
import { secretAccessTypes, secretTypes } from '../secrets/choices';

/** A secret of a group, what it is and what it is used with. */
export const SecretsGroupAssociation = defineModel('extras.secretsgroupassociation', {
  endpoint: 'secrets-groups-associations',
  title: 'secrets group association',
  className: 'SecretsGroupAssociation',
  description: 'The secrets of each group, what they are and what they are used with.',
  introduction: 'Manage Secrets Group Associations through DELETE, GET, POST, PUT, and PATCH requests.',
  listed: [],
  traits: [bare],
  fields: {
    access_type: f.plainChoice(secretAccessTypes),
    secret_type: f.plainChoice(secretTypes),
    secrets_group: f
      .ref('extras.secretsgroup', { reverse: 'secrets_group_associations', onDelete: 'cascade' })
      .with({ indexed: false }),
    secret: f.ref('extras.secret', { reverse: 'secrets_group_associations', onDelete: 'cascade' }),
  },
  order: ['secrets_group.id', 'access_type', 'secret_type'],
  unique: [['secrets_group', 'access_type', 'secret_type']],
  naturalKey: ['secrets_group.name', 'access_type', 'secret_type', 'secret.name'],
  display: (row) => `${row['secrets_group.name']}: ${row.access_type} ${row.secret_type}: ${row['secret.name']}`,
  displayNeeds: ['secrets_group.name', 'secret.name'],
  filters: {
    secrets_group: by.relation('secrets_group'),
    secret_id: by.relationId('secret'),
    secret: by.relation('secret'),
    access_type: by.choice('access_type', secretAccessTypes),
    secret_type: by.choice('secret_type', secretTypes),
  },
});
