import { type Context, derived, type Mapping, type NetboxObject, nowhere, picture, to } from './language';
import { itself } from './shared';

/** What is said where a picture is not taken along. */
export const noPicture = 'the picture cannot be had, or is of a kind that is not taken here';

/** A picture of a place, a rack, a device, or whatever else has a place here. */
export const imageAttachment: Mapping = {
  from: 'extras.imageattachment',
  list: 'extras/image-attachments',
  to: { endpoint: 'extras/image-attachments', label: 'extras.imageattachment' },
  fields: {
    ...itself,
    content_type: derived('the kind of object here that it is of'),
    object_type: derived('the kind of object here that it is of'),
    object_id: derived('the object here that it is of'),
    parent: derived('the object here that it is of'),
    name: to('name'),
    description: nowhere('pictures have names alone here'),
    image: picture('image', true),
    image_height: derived('it is measured here'),
    image_width: derived('it is measured here'),
    image_size: derived('it is measured here'),
  },
  accepts: (object, context) => {
    const reason = parentOf(object, context)
      ? context.picture(object.image)
        ? undefined
        : noPicture
      : 'what it is of has no place';
    if (reason !== undefined) context.nowhere('extras.imageattachment', object, '', reason);
    return reason === undefined;
  },
  finish: (draft, object, context) => {
    const { label, reference } = parentOf(object, context)!;
    Object.assign(draft.body, { content_type: label, object_id: { ...reference, required: true } });
    return undefined;
  },
};

const parentOf = ({ object_type, content_type, object_id }: NetboxObject, context: Context) =>
  context.target(String(object_type ?? content_type), object_id);
