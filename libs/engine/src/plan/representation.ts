import type { Field, Model } from '@plumbline/model';
import type { Extensions } from '../core/extensions/extension';
import { memoize } from '../core/kept/memoize';

/** In which surroundings an object is shown. */
export interface Representation {
  /** By itself, or inside another object. */
  root: boolean;
  /** What it refers to is left out, and gaps are for it. */
  open?: boolean;
  /** The answer to a write: opt-in keys are always there. */
  written?: boolean;
  /** What is stored sealed is left out. */
  withoutSecrets?: boolean;
  /** Counters are left out. */
  uncounted?: boolean;
  /** What generic relations name is shown as at depth 0. */
  briefGenerics?: boolean;
  /** Opt-in keys asked for by name. */
  include?: (name: string) => boolean;
}

/** The opt-in keys of a model: those of extensions, then its own. */
export const optInKeys = (extensions: Extensions, model: Model): string[] => [
  ...extensions.keysOf(model).flatMap(({ key, optIn }) => (optIn ? [key] : [])),
  ...optInFields(model),
];

const optInFields = memoize((model: Model): string[] =>
  Object.entries(model.fields)
    .filter(([, field]) => field.options.optIn)
    .map(([name]) => name),
);

/** Whether a representation has an opt-in key of a model. */
export const includes = (representation: Representation, name: string): boolean =>
  representation.written === true || representation.include?.(name) === true;

const shown = ({ options }: Field): boolean =>
  !options.hidden && !options.unshown && !options.writeOnly && !options.optIn;
const rootFields = memoize((model: Model) =>
  Object.entries(model.fields).filter(([name, field]) => name !== 'id' && shown(field)),
);
const nestedFields = memoize((model: Model) => rootFields(model).filter(([, field]) => !field.options.rootOnly));

/** The fields of a model that a representation shows, in order. */
export const shownFields = (model: Model, { root }: Pick<Representation, 'root'>): [string, Field][] =>
  root ? rootFields(model) : nestedFields(model);

/** The fields whose values are worked out for all objects that are shown together. */
export const gatheredFields = memoize((model: Model): [string, Field][] =>
  Object.entries(model.fields).filter(([, { options }]) => options.gather !== undefined),
);

/** Whether objects of a model name others that have to be looked for whatever the depth. */
export const namesAnything = memoize((model: Model): boolean =>
  rootFields(model).some(
    ([, { kind, options }]) => (kind.source === 'generic' && !options.certain) || kind.source === 'embedded',
  ),
);

/** Whether objects of a model inside others are shown from columns alone, by one statement. */
export const isShownFromColumns = memoize(
  (model: Model): boolean =>
    !namesAnything(model) &&
    gatheredFields(model).every(([, { options }]) => options.optIn) &&
    nestedFields(model).every(([, { kind }]) => !['counted', 'referrers'].includes(kind.source ?? '')),
);

/** Where objects that are shown as they are by themselves stand among the related ones. */
export const wholeKey = (label: string): string => `whole ${label}`;
