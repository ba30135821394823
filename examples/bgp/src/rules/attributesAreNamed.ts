import type { Rule } from '@plumbline/model';

/** Extra attributes have names, by which those of others take their place. */
export const attributesAreNamed: Rule = ({ row: { extra_attributes: given } }) =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
    ? undefined
    : { extra_attributes: ['Extra attributes are an object: a value for each name.'] };
