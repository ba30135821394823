import type { Manifest } from '@plumbline/model';

/** `IP address` → `ip_address`: the words people use for a model as the name of a field. */
const fieldName = (words: string): string => words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');

/** What one object of a model, or several, are called at the root. */
export const oneName = ({ title }: Manifest): string => fieldName(title);
export const manyName = ({ plural }: Manifest): string => fieldName(plural);

export const typeName = ({ className }: Manifest): string => `${className.replaceAll(/\W/g, '')}Type`;

const capitalised = (words: string): string =>
  words
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** The name of a type that belongs to one field: `DcimInterfaceType`, and what it is of. */
const ofField = ({ app, className }: Manifest, field: string): string =>
  `${capitalised(app)}${className.replaceAll(/\W/g, '')}${capitalised(field)}`;

/** The name of the type of a field's choices: `DcimInterfaceTypeChoices`. */
export const choicesName = (manifest: Manifest, field: string): string => `${ofField(manifest, field)}Choices`;

/** The name of the type of what may be an object of several models. */
export const unionName = (manifest: Manifest, field: string): string => `${ofField(manifest, field)}Union`;

/** `1000base-t` → `A_1000BASE_T`: a stored choice as the name of an enum's value. */
export function choiceName(value: string | number): string {
  const name = String(value).replaceAll(/\W+/g, '_').toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `A_${name}`;
}

/** The parameter that would read badly as an argument, and what it is called instead. */
export const argumentName = (parameter: string): string => (parameter === 'type' ? '_type' : parameter);
export const parameterName = (argument: string): string => (argument === '_type' ? 'type' : argument);

/** Whether a key that people have made up can be part of a field's name. */
export const isName = (key: string): boolean => /^\w+$/.test(key) && /^[\x20-\x7e]*$/.test(key);
