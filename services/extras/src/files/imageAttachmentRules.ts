import type { Rule } from '@plumbline/model';

/** A picture is of something: the object must be there when the picture comes to it. */
export const parentIsThere: Rule = ({ sent, row, related }) => {
  const isNamed = Object.hasOwn(sent, 'content_type') || Object.hasOwn(sent, 'object_id');
  if (!isNamed || related.object_id) return undefined;
  return { non_field_errors: [`Invalid parent object: ${row.content_type} ID ${row.object_id}`] };
};
