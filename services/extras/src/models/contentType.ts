import { bare, by, defineModel, f } from '@plumbline/model';

/** A kind of object, named by application and model: those of the contract, and the models there are beside. */
export const ContentType = defineModel('contenttypes.contenttype', {
  app: 'extras',
  endpoint: 'content-types',
  title: 'content type',
  description: 'Every kind of object there is.',
  introduction: 'What kinds of objects there are: read only.',
  traits: [bare],
  keyType: 'int',
  fields: {
    app_label: f.text(100),
    model: f.text(100).label('python model class name'),
  },
  unique: [['app_label', 'model']],
  order: ['app_label', 'model'],
  naturalKey: ['app_label', 'model'],
  display: ({ app_label, model }, names) => names.contentTypeName(`${app_label}.${model}`),
  filterable: ['app_label', 'model'],
  filters: { q: by.search({ app_label: 'icontains', model: 'icontains', id: 'number' }) },
  methods: ['GET'],
  open: true,
  unversioned: true,
  depthIgnored: true,
});
