import { by, defineModel, f, organizational } from '@plumbline/model';

/** Secrets that are used together, such as a name and a password. */
export const SecretsGroup = defineModel('extras.secretsgroup', {
  endpoint: 'secrets-groups',
  menu: [{ under: ['Security', 'Secrets'], label: 'Secret Groups', at: 530 }],
  title: 'secrets group',
  className: 'SecretsGroup',
  description: 'Secrets that are used together, such as a name and a password.',
  introduction: 'Manage Secrets Groups through DELETE, GET, POST, PUT, and PATCH requests.',
  listed: [],
  traits: [organizational, { webhooks: true, customLinks: true }],
  fields: {
    name: f.text(100).unique(),
    description: f.text(200).default(''),
    secrets: f.listOf('extras.secretsgroupassociation', 'secrets_group', {
      rootOnly: true,
      leadsTo: { to: 'extras.secret', through: 'secret', reverse: 'secrets_groups' },
    }),
  },
  filterable: ['name'],
  filters: { q: by.search({ name: 'icontains', id: 'iexact' }) },
});
