import type { Draft } from '../../apply/draft';
import { able } from '../../models';
import { about, kindsWith, tellNowhere } from './about';
import { choice, derived, type Mapping, type NetboxObject, nowhere, to } from './language';
import { fromFile, itself } from './shared';

/** Templates call the object otherwise here. */
const asThere = '{% set object = obj %}';

/** One for each kind of objects: something here is about one kind. */
function forEachKind(
  draft: Draft,
  object: NetboxObject,
  kinds: string[],
  said: (label: string) => Draft['body'],
): Draft[] {
  const [first, ...others] = kinds;
  const copies = others.map(
    (label): Draft => ({
      ...structuredClone(draft),
      key: `${draft.key.split(':')[0]}:${object.id} ${label}`,
      body: { ...structuredClone(draft.body), ...said(label) },
    }),
  );
  Object.assign(draft.body, said(first!));
  return copies;
}

export const customLink: Mapping = {
  from: 'extras.customlink',
  list: 'extras/custom-links',
  to: { endpoint: 'extras/custom-links', label: 'extras.customlink' },
  fields: {
    ...itself,
    ...about,
    owner: nowhere('custom links have no owners here'),
    name: to('name'),
    enabled: derived('those that are off are not taken'),
    link_text: to('text', (value) => `${asThere}${String(value)}`),
    link_url: to('target_url', (value) => `${asThere}${String(value)}`),
    weight: to('weight'),
    group_name: to('group_name'),
    button_class: choice('button_class', 'default'),
    new_window: to('new_window'),
  },
  accepts: (object, context) => {
    tellNowhere('extras.customlink', object, context);
    const isUsable = object.enabled !== false && kindsWith(object, able.customLinks()).length > 0;
    if (!isUsable)
      context.nowhere(
        'extras.customlink',
        object,
        '',
        object.enabled === false ? 'it is off, and links here are on' : 'objects of none of its kinds have links here',
      );
    return isUsable;
  },
  finish: (draft, object) => {
    const kinds = kindsWith(object, able.customLinks());
    const name = String(object.name);
    return forEachKind(draft, object, kinds, (label) => ({
      content_type: label,
      name: kinds.length > 1 ? `${name} (${label})`.slice(0, 100) : name,
    }));
  },
};

export const exportTemplate: Mapping = {
  from: 'extras.exporttemplate',
  list: 'extras/export-templates',
  to: { endpoint: 'extras/export-templates', label: 'extras.exporttemplate' },
  fields: {
    ...itself,
    ...about,
    ...fromFile,
    owner: nowhere('export templates have no owners of this kind here'),
    name: to('name'),
    description: to('description'),
    environment_params: nowhere('templates are rendered in one way here'),
    template_code: to('template_code'),
    mime_type: to('mime_type'),
    file_name: nowhere('files are named by the kind of objects'),
    file_extension: to('file_extension'),
    as_attachment: nowhere('exports are always files here', (value) => value !== false),
  },
  accepts: (object, context) => {
    tellNowhere('extras.exporttemplate', object, context);
    const isUsable = kindsWith(object, able.exportTemplates()).length > 0;
    if (!isUsable)
      context.nowhere(
        'extras.exporttemplate',
        object,
        '',
        'objects of none of its kinds are exported by templates here',
      );
    return isUsable;
  },
  finish: (draft, object) => {
    const kinds = kindsWith(object, able.exportTemplates());
    return forEachKind(draft, object, kinds, (label) => ({ content_type: label }));
  },
};
