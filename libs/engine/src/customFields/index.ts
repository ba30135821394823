export { type Checked, checkValue } from './checkValue';
export {
  type CustomField,
  type CustomFieldType,
  customFieldSchema,
  customFieldTypes,
  isEmptyValue,
} from './definition';
export { suffixes as customFieldSuffixes } from './filters';
export { fieldsOf, readKnownFields } from './known';
export { searchAll } from './patterns';
export { customFieldModels } from './takeIn';
