import { primary } from '@plumbline/extensions';
import { by, defineModel, f } from '@plumbline/model';

/** A network of a provider that circuits lead into, whatever is inside. */
export const ProviderNetwork = defineModel('circuits.providernetwork', {
  endpoint: 'provider-networks',
  menu: [{ under: ['Inventory', 'Circuits'], at: 330 }],
  traits: [primary],
  title: 'provider network',
  description: 'Networks of providers that circuits lead into.',
  fields: {
    name: f.text(100).indexed(),
    description: f.text(200).default(''),
    comments: f.text().default(''),
    provider: f.ref('circuits.provider', { reverse: 'provider_networks' }),
  },
  order: ['provider', 'name'],
  unique: [['provider', 'name']],
  naturalKey: ['provider.name', 'name'],
  display: (network) => `${network['provider.name']} ${network.name}`,
  displayNeeds: ['provider.name'],
  plainText: (network) => String(network.name),
  filterable: ['name', 'description', 'comments', 'provider'],
  filters: {
    q: by.search({ name: 'icontains', description: 'icontains', comments: 'icontains' }),
    circuit_terminations: by.relationId('circuit_terminations', { isnull: true }),
    has_circuit_terminations: by.has('circuit_terminations'),
  },
});
