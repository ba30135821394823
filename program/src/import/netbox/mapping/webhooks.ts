import { able } from '../../models';
import { about, kindsWith, tellNowhere } from './about';
import { type Context, choiceOf, derived, type Mapping, type NetboxObject, nowhere, to } from './language';
import { itself } from './shared';

/** A rule that calls a webhook is a webhook here. It arrives switched off, so that nobody is told of the import. */
export const eventRule: Mapping = {
  from: 'extras.eventrule',
  list: 'extras/event-rules',
  to: { endpoint: 'extras/webhooks', label: 'extras.webhook' },
  needs: ['extras.webhook'],
  fields: {
    ...itself,
    ...about,
    name: to('name'),
    enabled: derived('it arrives switched off'),
    event_types: derived('what it is told of'),
    type_create: derived('what it is told of'),
    type_update: derived('what it is told of'),
    type_delete: derived('what it is told of'),
    type_job_start: nowhere('webhooks are told of objects here, not of jobs'),
    type_job_end: nowhere('webhooks are told of objects here, not of jobs'),
    conditions: nowhere('webhooks have no conditions here; it would be told of more'),
    action_type: derived('the webhook'),
    action_object_type: derived('the webhook'),
    action_object_id: derived('the webhook'),
    action_object: derived('the webhook'),
    description: nowhere('webhooks have no description here'),
    custom_fields: nowhere('webhooks have no custom fields here'),
    owner: nowhere('webhooks have no owners here'),
    tags: nowhere('webhooks have no tags here'),
  },
  accepts: (object, context) => {
    tellNowhere('extras.eventrule', object, context);
    const reason = whyNoWebhook(object, context);
    if (reason) context.nowhere('extras.eventrule', object, '', reason);
    return reason === undefined;
  },
  finish: (draft, object, context) => {
    const hook = context.all('extras.webhook').get(Number(object.action_object_id))!;
    Object.assign(draft.body, {
      content_types: kindsWith(object, able.webhooks()).sort(),
      ...occasionsOf(object),
      ...Object.fromEntries(taken.map((field) => [field, hook[field] ?? ''])),
      ssl_verification: hook.ssl_verification !== false,
    });
    draft.once = { enabled: false, secret: '' };
    context.adjusted('extras.eventrule', object, 'is a webhook that arrived switched off and without its secret');
  },
};

const taken = [
  'payload_url',
  'http_method',
  'http_content_type',
  'additional_headers',
  'body_template',
  'ca_file_path',
];

function whyNoWebhook(object: NetboxObject, context: Context): string | undefined {
  if (choiceOf(object.action_type) !== 'webhook')
    return 'only rules that call webhooks have a place; scripts and notifications do not';
  if (!context.all('extras.webhook').has(Number(object.action_object_id))) return 'its webhook is not there';
  if (kindsWith(object, able.webhooks()).length === 0) return 'webhooks are not told of any of its kinds here';
  return Object.values(occasionsOf(object)).some(Boolean)
    ? undefined
    : 'it tells of nothing that webhooks are told of here';
}

function occasionsOf(object: NetboxObject) {
  const events = object.event_types as string[] | undefined;
  const tells = (name: string, flag: unknown) => (events ? events.includes(`object_${name}d`) : flag === true);
  return {
    type_create: tells('create', object.type_create),
    type_update: tells('update', object.type_update),
    type_delete: tells('delete', object.type_delete),
  };
}

export const webhook: Mapping = {
  from: 'extras.webhook',
  list: 'extras/webhooks',
  nowhere: 'it is part of the event rules that call it, which are webhooks here',
  secret: ['secret'],
  fields: {},
};
