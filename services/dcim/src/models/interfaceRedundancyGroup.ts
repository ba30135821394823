import { namedAddresses } from '@plumbline/domain';
import { primary } from '@plumbline/extensions';
import { by, defineModel, f } from '@plumbline/model';
import { redundancyProtocols } from '../choices/redundancyProtocols';

/** Interfaces that stand in for one another when one of them fails. */
export const InterfaceRedundancyGroup = defineModel('dcim.interfaceredundancygroup', {
  endpoint: 'interface-redundancy-groups',
  traits: [primary],
  title: 'interface redundancy group',
  description: 'Interfaces that share a virtual address and stand in for one another when one of them fails.',
  fields: {
    protocol: f.choice(redundancyProtocols),
    name: f.text(100).unique(),
    description: f.text(200).default(''),
    protocol_group_id: f.text(50).default(''),
    status: f.ref('extras.status', {
      reverse: 'interface_redundancy_groups',
      onlyFor: 'dcim.interfaceredundancygroup',
    }),
    secrets_group: f
      .ref('extras.secretsgroup', { reverse: 'interfaceredundancygroup_set', onDelete: 'setNull' })
      .optional(),
    virtual_ip: f.ref('ipam.ipaddress', { reverse: 'interface_redundancy_groups', onDelete: 'cascade' }).optional(),
    interfaces: f.listOf('dcim.interfaceredundancygroupassociation', 'interface_redundancy_group', {
      rootOnly: true,
      leadsTo: { to: 'dcim.interface', through: 'interface', reverse: 'interface_redundancy_groups' },
    }),
    created: f.dateTime().readOnly(),
  },
  filterable: ['name', 'description', 'protocol_group_id', 'secrets_group'],
  filters: {
    q: by.search({ name: 'icontains', id: 'iexact' }),
    protocol: by.choice('protocol', redundancyProtocols, { anyText: true }),
    virtual_ip: by.rule(namedAddresses('virtual_ip')),
    created: undefined,
    last_updated: undefined,
  },
});
