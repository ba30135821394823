import { contentTypeNames } from '@plumbline/contracts';
import { bare, by, defineModel, f } from '@plumbline/model';

/** A kind of object, named by application and model. The list is fixed; see contracts. */
export const ContentType = defineModel('contenttypes.contenttype', {
  app: 'extras',
  endpoint: 'content-types',
  title: 'content type',
  description: 'Every kind of object there is.',
  traits: [bare],
  keyType: 'int',
  fields: {
    app_label: f.text(100),
    model: f.text(100).label('python model class name'),
  },
  unique: [['app_label', 'model']],
  order: ['app_label', 'model'],
  naturalKey: ['app_label', 'model'],
  display: ({ app_label, model }) => contentTypeNames[`${app_label}.${model}`] ?? `${app_label} | ${model}`,
  filterable: ['app_label', 'model'],
  filters: { q: by.search({ app_label: 'icontains', model: 'icontains', id: 'number' }) },
  methods: ['GET'],
  open: true,
  unversioned: true,
  depthIgnored: true,
});
