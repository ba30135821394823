import type { Label } from '../catalog/label';

/** What a model can say of itself that content types are chosen by: names of its abilities. */
export const abilityNames = [
  'notes',
  'customFields',
  'relationships',
  'computedFields',
  'changeLog',
  'webhooks',
  'customLinks',
  'exportTemplates',
  'dynamicGroups',
] as const;

/** One of them. */
export type Ability = (typeof abilityNames)[number];

/**
 * Content types that only the catalog can name: of models `having` an ability, of those `referringTo` objects of another
 * (by a relation to one, or to those that list them), or of `every` one.
 */
export type DerivedContentTypes = { having: Ability } | { referringTo: Label } | 'every';

/**
 * Content types that a field or a filter takes: those listed, those derived from what models say of themselves, or `any`.
 * That is every one, too, but nobody looks after what is named so: the deletion of an object does not ask for those that
 * refer to it by such a field.
 */
export type ContentTypeChoice = readonly Label[] | DerivedContentTypes | 'any';

/** Whether a choice can be read without the catalog. */
export const isListed = (choice: ContentTypeChoice | undefined): choice is readonly Label[] => Array.isArray(choice);

/** Whether the catalog has to be asked for a choice. */
export const isDerived = (choice: ContentTypeChoice | undefined): choice is DerivedContentTypes =>
  choice !== undefined && choice !== 'any' && !isListed(choice);
