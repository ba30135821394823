import { type Field, f, type Label, organizational, type Trait } from '@plumbline/model';

/** The tags of objects of a model; where there is room for nothing but words they go by their names. */
export const tagsOf = (label: Label): Field =>
  f.many('extras.tag', { reverse: 'tagged', onlyFor: label }).label('Tags').with({ namedBy: 'name' });

/** Everything most objects of a network have: what `organizational` ones have, tags, and what people hang on them. */
export const primary: Trait = {
  ...organizational,
  tags: tagsOf,
  webhooks: true,
  customLinks: true,
  exportTemplates: true,
};
