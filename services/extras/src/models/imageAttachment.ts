import { bare, by, defineModel, f, firstProblem, readFileReference } from '@plumbline/model';
import { parentIsThere } from '../files/imageAttachmentRules';

/** A picture of an object of any kind, such as the photograph of a rack. */
export const ImageAttachment = defineModel('extras.imageattachment', {
  endpoint: 'image-attachments',
  title: 'image attachment',
  description: 'Pictures of objects of any kind.',
  listed: [],
  traits: [bare],
  fields: {
    content_type: f.contentType('every'),
    object_id: f.genericKey('content_type', { onDelete: 'cascade', checkedBy: 'model' }),
    image: f.image(),
    image_height: f.sideOf('image', 'height'),
    image_width: f.sideOf('image', 'width'),
    name: f.text(50).default('').indexed(),
    created: f.dateTime().readOnly(),
  },
  naturalKey: ['id'],
  display: ({ name, image }) => String(name || readFileReference(image)?.name),
  filterable: ['object_id', 'name'],
  filters: {
    content_type: by.label('content_type', { single: true }),
    content_type_id: by.labelNumber('content_type', { single: true }),
  },
  validate: [firstProblem(parentIsThere)],
});
