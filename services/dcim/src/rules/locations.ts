import type { Rule } from '@plumbline/model';

/** A location keeps its type for life: everything that stands there was checked against it. */
export const typeIsKept: Rule = ({ before, row }) =>
  before && before.location_type !== row.location_type
    ? { location_type: ['The type of an existing location cannot be changed.'] }
    : undefined;

/** Locations stand inside one another the way their types do. */
export const parentFitsType: Rule = ({ row, related }) => {
  const type = related.location_type!;
  const parentType = related.parent?.location_type;
  if (type.nestable && row.parent !== null && parentType === row.location_type) return undefined;
  if (type.parent === null) {
    if (row.parent === null) return undefined;
    return type.nestable
      ? { parent: [`A location of type ${type.name} can only have a location of the same type as its parent.`] }
      : { parent: [`A location of type ${type.name} must not have a parent location.`] };
  }
  if (row.parent === null) return { parent: [`A location of type ${type.name} must have a parent location.`] };
  if (parentType === type.parent) return undefined;
  const permitted = `${type.nestable ? 'of the same type or ' : ''}of type ${type['parent.name']}`;
  return { parent: [`A location of type ${type.name} can only have a location ${permitted} as its parent.`] };
};
