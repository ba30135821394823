export { type Checked, checkValue } from './customFields/checkValue';
export { requiredIsEmpty } from './customFields/compose';
export {
  type CustomField,
  type CustomFieldType,
  isEmptyValue,
  valueUnder,
} from './customFields/customField';
export { readDefinitions } from './customFields/definitions';
export { suffixes as customFieldSuffixes } from './customFields/filter';
export { searchAll } from './customFields/patterns';
export { renamedWords } from './customFields/renamedWords';
export { registered } from './registered';
export { linksOf } from './relationships/links';
export {
  type LinkRequest,
  linkRequest,
  type Refusal,
  settleLinksRequest,
} from './relationships/messages';
export {
  type Relationship,
  type RelationshipSide,
  relationshipSchema,
  sidesFrom,
} from './relationships/relationship';
export { filterAllows } from './relationships/show';
export { unseenAmong } from './relationships/unseen';
export { isTagged } from './tags/audit';
export { primary, tagsOf } from './tags/tagged';
