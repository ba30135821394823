import { isDerived, isListed } from '../fields/contentTypeChoice';
import { textProperty } from '../fields/forms';
import { type Kind, refuse, type WireSchema } from '../fields/kind';
import { ref, relatesToOne, relatesToSeveral } from './relation';

const onlyShown = () => refuse('This field is read-only.');

/** A value worked out from the row when it is shown. */
export const computed = (schema: WireSchema): Kind => ({
  filter: 'text',
  parse: onlyShown,
  wire: () => schema,
  ...(schema.items?.type === 'string' ? { outline: () => ({ is: 'value', type: 'text', list: true }) } : {}),
});

/** How many objects of another model refer to this one. */
export const counter: Kind = {
  filter: 'number',
  source: 'counted',
  parse: onlyShown,
  template: (value) => Number(value ?? 0),
  isSortable: () => true,
  wire: () => ({ type: 'integer' }),
  input: 'integer',
  outline: () => undefined,
};

/** The objects of another model that refer to this one, directly or through a linking model. */
export const reverseList: Kind = {
  ...relatesToSeveral,
  source: 'referrers',
  parse: onlyShown,
  outline: ({ options }) => {
    const { of, via } = options;
    const { to, through, reverse } = options.leadsTo ?? options;
    if (!through) return { is: 'referring', of: of!, via: via! };
    return { is: 'linked', to: to!, of: of!, via: via!, through, ...(reverse === undefined ? {} : { reverse }) };
  },
};

/** The one object that linking rows name for something this object refers to; null when they name none or several. */
export const onlyOne: Kind = {
  ...relatesToOne,
  source: 'referrers',
  parse: (value, field) => (field.options.echoed ? ref.parse(value, field) : onlyShown()),
  outline: ({ options: { to, of, via, through, at } }) => ({
    is: 'linked',
    to: to!,
    of: of!,
    via: via!,
    through: through!,
    at: at!,
    single: true,
  }),
};

/** The object a column names, as it is shown by itself. */
export const whole: Kind = {
  filter: 'text',
  source: 'embedded',
  parse: onlyShown,
  wire: () => ({ type: 'object' }),
  schema: (_field, { shownObject }) => shownObject,
  outline: () => undefined,
};

/** The object a content type and an id together name; any model of any service. */
export const generic: Kind = {
  filter: 'relation',
  relates: 'one',
  source: 'generic',
  parse: onlyShown,
  wire: () => ({ type: 'object' }),
  schema: (_field, { shownObject }) => shownObject,
  property: (_field, context) => textProperty(context),
  outline: ({ options: { typeField, eachAs, reverse, reverseAlias: alias, via } }, fields) => {
    const { labels } = fields[typeField!]!.options;
    return {
      is: 'generic',
      ...(isListed(labels) || isDerived(labels) ? { targets: labels } : {}),
      ...(eachAs === undefined ? {} : { eachAs }),
      ...(reverse === undefined
        ? {}
        : { reverse: { name: reverse, via: via!, ...(alias === undefined ? {} : { alias }) } }),
    };
  },
};
