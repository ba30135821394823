import { tagsOf } from '@plumbline/extensions';
import { by, defineModel, f, organizational, tagFilters } from '@plumbline/model';
import { within } from '../filters/within';
import { httpMethods } from '../webhooks/httpMethods';

/** The schemes that the contract knows; what is fetched from an address is judged when it is fetched. */
const schemes = 'file|ftps?|https?|irc|mailto|sftp|ssh|tel|telnet|tftp|vnc|xmpp';
const label = '[a-z0-9\\u00a1-\\uffff](?:[a-z0-9\\u00a1-\\uffff-]{0,61}[a-z0-9\\u00a1-\\uffff])?';
const host = `(?:${label}(?:\\.${label})*\\.?|\\[[0-9a-f:.]+\\])`;

/** An address with a scheme, of a host with or without a domain. */
const address = new RegExp(`^(?:${schemes})://(?:[^\\s/?#]+@)?${host}(?::\\d{2,5})?(?:[/?#]\\S*)?$`, 'i');

/** Another system that is talked to, and how. */
export const ExternalIntegration = defineModel('extras.externalintegration', {
  endpoint: 'external-integrations',
  title: 'external integration',
  className: 'ExternalIntegration',
  description: 'Other systems that are talked to, and how.',
  listed: [],
  traits: [organizational],
  fields: {
    name: f.text(255).unique(),
    remote_url: f.text(500).matching(address, 'Enter a valid URL.').label('Remote URL'),
    verify_ssl: f.bool().default(true).label('Verify SSL'),
    timeout: f.int({ min: 0, max: 2147483647 }).default(30).describe('Seconds to wait for an answer.'),
    extra_config: f.json().optional(),
    http_method: f.plainChoice(httpMethods).default('').label('HTTP method'),
    headers: f.json().optional(),
    ca_file_path: f.text(255).default('').label('CA file path'),
    secrets_group: f.ref('extras.secretsgroup', { reverse: 'externalintegration_set' }).optional(),
    tags: tagsOf('extras.externalintegration').unshown(),
  },
  display: ({ name, remote_url }) => `${name} (${remote_url})`,
  filterable: ['name', 'remote_url', 'timeout', 'ca_file_path'],
  filters: {
    q: by.search({ name: 'icontains', remote_url: 'icontains', id: 'iexact' }),
    secrets_group: by.relation('secrets_group'),
    has_secrets_group: by.has('secrets_group'),
    verify_ssl: by.boolean('verify_ssl'),
    http_method: by.choice('http_method', httpMethods, { anyText: true }),
    extra_config: within('extra_config'),
    headers: within('headers'),
    _custom_field_data: within('custom_fields'),
    ...tagFilters(),
  },
});
