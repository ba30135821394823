import { capitalise, type Field, type Model } from '@plumbline/model';

/** Fields that mean something else in each model, so that their choices carry the model's name. */
const ofEachModel = new Set(['type', 'protocol', 'status', 'action']);

const inWords = (name: string): string => name.split('_').map(capitalise).join('');

/** The name of a set of choices, as clients generated for the contract know it: `InterfaceTypeChoices`, `FaceEnum`. */
export function choicesName(model: Model, name: string): string {
  const shared = model.fields[name]?.options.schemaName;
  if (shared) return shared;
  return ofEachModel.has(name) ? `${model.className}${inWords(name)}Choices` : `${inWords(name)}Enum`;
}

/** The name of a value that belongs to one field of one model; `InterfaceType`. */
export const valueName = (model: Model, name: string): string => `${model.className}${inWords(name)}`;

/** The name of what a field that may refer to objects of several kinds shows. */
export const genericName = (model: Model, name: string): string =>
  model.fields[name]?.options.schemaName ?? valueName(model, name);

const showsLabels = (field: Field): boolean =>
  field.kind.isLabelled?.(field) === true && !field.options.readOnly && !field.options.hidden;

/** The name of what a request about one object brings: `Writable` where it is not what an answer shows of the same keys. */
export function requestName(model: Model, patched = false): string {
  const writable = Object.values(model.fields).some(showsLabels) ? 'Writable' : '';
  return `${patched ? 'Patched' : ''}${writable}${model.className}Request`;
}
