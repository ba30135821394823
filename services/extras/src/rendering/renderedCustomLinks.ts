import { apiSchema, type View } from '@plumbline/engine';
import { where } from '@plumbline/model';
import type { Rendering } from '@plumbline/templates';
import { buttonClasses } from '../choices/buttonClasses';
import { CustomLink } from '../models/customLink';
import { onObjectPages } from './onObjectPages';
import { isSafeAddress } from './safeAddress';

const text: apiSchema.PlainSchema = { type: 'string' };

/** The custom links of an object, as they stand on its page. */
export const renderedCustomLinks: View = onObjectPages({
  model: CustomLink,
  name: 'extras_rendered_custom_links',
  path: '/api/extras/rendered-custom-links/',
  title: 'Rendered Custom Links',
  description: 'Make the custom links of an object of their templates: those that you may view.',
  givenTo: (label) => where('content_type', 'exact', label),
  templates: ['text', 'target_url'],
  shownAs: ({ id, name, group_name, button_class, new_window }, [text, address]) => {
    const shown = leadingTo(text!, address!);
    return shown && { id, name, group_name, button_class, new_window, ...shown };
  },
  schema: {
    name: 'RenderedCustomLink',
    properties: {
      id: { type: 'string', format: 'uuid' },
      name: text,
      group_name: text,
      button_class: { type: 'string', enum: buttonClasses.map(([value]) => value) },
      new_window: { type: 'boolean' },
      text,
      target_url: apiSchema.orNull({ ...text, description: 'Null where there is a problem.' }),
      problem: { ...text, description: 'Why the link leads nowhere.' },
    },
  },
});

/** A link whose text comes to nothing is not shown, which is how templates say that an object has none. */
function leadingTo(text: Rendering, address: Rendering) {
  if ('problem' in text) return leadingNowhere(text.problem);
  if (text.text.trim() === '') return undefined;
  if ('problem' in address) return leadingNowhere(address.problem);
  const target_url = address.text.trim();
  return isSafeAddress(target_url)
    ? { text: text.text.trim(), target_url, problem: '' }
    : leadingNowhere('The address is none of http, https, mailto or this site.');
}

const leadingNowhere = (problem: string) => ({ text: '', target_url: null, problem });
