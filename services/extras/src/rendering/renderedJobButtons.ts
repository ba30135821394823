import type { apiSchema, View } from '@plumbline/engine';
import { where } from '@plumbline/model';
import { buttonClasses } from '../choices/buttonClasses';
import { JobButton } from '../models/jobButton';
import { onObjectPages } from './onObjectPages';

const text: apiSchema.PlainSchema = { type: 'string' };
const uuid: apiSchema.PlainSchema = { type: 'string', format: 'uuid' };

/** The job buttons of an object, as they stand on its page. */
export const renderedJobButtons: View = onObjectPages({
  model: JobButton,
  name: 'extras_rendered_job_buttons',
  path: '/api/extras/rendered-job-buttons/',
  title: 'Rendered Job Buttons',
  description: 'Make the texts of the job buttons of an object of their templates: of those that you may view.',
  givenTo: (label) => where('content_types', 'exact', label),
  templates: ['text'],
  // A button whose text comes to nothing is not shown, which is how templates say that an object has none.
  shownAs: ({ id, name, group_name, button_class, confirmation, job }, [text]) => {
    const shown = { id, name, group_name, button_class, confirmation, job };
    if ('problem' in text!) return { ...shown, text: '', problem: text.problem };
    const said = text!.text.trim();
    return said === '' ? undefined : { ...shown, text: said, problem: '' };
  },
  schema: {
    name: 'RenderedJobButton',
    properties: {
      id: uuid,
      name: text,
      group_name: text,
      button_class: { type: 'string', enum: buttonClasses.map(([value]) => value) },
      confirmation: { type: 'boolean', description: 'Whoever presses it is asked again first.' },
      job: { ...uuid, description: 'The job that it runs.' },
      text,
      problem: { ...text, description: 'Why its text cannot be made.' },
    },
  },
});
