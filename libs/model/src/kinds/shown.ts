import { type Kind, refuse } from '../kind';
import { ref } from './relation';

const onlyShown = () => refuse('This field is read-only.');

/** A value worked out from the row when it is shown. */
export const computed = (wire: Kind['wire']): Kind => ({ name: 'computed', lookups: 'json', parse: onlyShown, wire });

/** How many objects of another model refer to this one. */
export const counter: Kind = {
  name: 'counter',
  lookups: 'number',
  parse: onlyShown,
  wire: () => ({ type: 'integer' }),
};

/** The objects of another model that refer to this one, directly or through a linking model. */
export const reverseList: Kind = {
  name: 'reverseList',
  lookups: 'many',
  parse: onlyShown,
  wire: () => ({ type: 'array' }),
};

/** The one object that linking rows name for something this object refers to; null when they name none or several. */
export const onlyOne: Kind = {
  name: 'onlyOne',
  lookups: 'relation',
  parse: (value, field) => (field.options.echoed ? ref.parse(value, field) : onlyShown()),
  wire: () => ({ type: 'object' }),
};

/** The object a column names, as it is shown by itself. */
export const whole: Kind = {
  name: 'whole',
  lookups: 'json',
  parse: onlyShown,
  wire: () => ({ type: 'object' }),
};

/** The object a content type and an id together name; any model of any service. */
export const generic: Kind = {
  name: 'generic',
  lookups: 'relation',
  parse: onlyShown,
  wire: () => ({ type: 'object' }),
};
