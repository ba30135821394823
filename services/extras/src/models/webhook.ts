import { by, defineModel, f, firstProblem, inOrder, organizational } from '@plumbline/model';
import { dropDeliveries } from '../webhooks/dropDeliveries';
import { httpMethods } from '../webhooks/httpMethods';
import { firesSometimes, lockWebhooks, noOtherDoesTheSame, sealSecret, trustIsConsistent } from '../webhooks/rules';

/** An address that is told of changes of objects, and what it is told. */
export const Webhook = defineModel('extras.webhook', {
  endpoint: 'webhooks',
  menu: [{ under: ['Automation', 'Extensibility'], at: 600 }],
  title: 'webhook',
  description: 'Addresses that are told of changes of objects, and what they are told.',
  introduction: 'Manage Webhooks through DELETE, GET, POST, PUT, and PATCH requests.',
  listed: [],
  traits: [organizational, { customFields: false, relationships: false, computedFields: false }],
  fields: {
    content_types: f.contentTypes({ having: 'webhooks' }).with({ byLabel: 'everywhere' }),
    name: f.text(150).unique(),
    type_create: f.bool().default(false).describe('Whether new objects are told of.'),
    type_update: f.bool().default(false).describe('Whether changes of objects are told of.'),
    type_delete: f.bool().default(false).describe('Whether deletions are told of.'),
    payload_url: f.text(500).label('URL').describe('Where requests go.'),
    enabled: f.bool().default(true),
    http_method: f.plainChoice(httpMethods).default('POST').label('HTTP method'),
    http_content_type: f.text(100).default('application/json').label('HTTP content type'),
    additional_headers: f
      .text()
      .default('')
      .describe('A Jinja2 template of further headers, each on a line of its own: Name: value.'),
    body_template: f
      .text()
      .default('')
      .describe('A Jinja2 template of the body; without one it is all there is to tell, as JSON.'),
    secret: f
      .sealed({ maxLength: 255 })
      .default('')
      .describe(
        'The key of the HMAC-SHA512 of the body in the header X-Hook-Signature; without one there is no such header.',
      ),
    /** Whether it arrived switched off from another server, where it was on. */
    paused: f.bool().default(false).hidden(),
    ssl_verification: f.bool().default(true).label('SSL verification'),
    ca_file_path: f
      .text(4096)
      .default('')
      .label('CA File Path')
      .describe('A file on the server with the certificates (PEM) to trust in place of the usual ones.'),
  },
  naturalKey: ['name'],
  filterable: ['name', 'payload_url'],
  filters: {
    q: by.search({
      name: 'icontains',
      payload_url: 'icontains',
      additional_headers: 'icontains',
      body_template: 'icontains',
      id: 'iexact',
    }),
    content_types: by.labels('content_types', { having: 'webhooks' }),
    enabled: by.boolean('enabled'),
    type_create: by.boolean('type_create'),
    type_update: by.boolean('type_update'),
    type_delete: by.boolean('type_delete'),
    created: undefined,
    last_updated: undefined,
  },
  beforeLock: [lockWebhooks],
  prepare: [sealSecret],
  validate: [inOrder(firstProblem(firesSometimes, trustIsConsistent), noOtherDoesTheSame)],
  beforeDelete: [dropDeliveries],
});
