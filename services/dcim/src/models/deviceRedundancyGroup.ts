import { primary } from '@plumbline/extensions';
import { by, defineModel, f } from '@plumbline/model';
import { failoverStrategies } from '../choices/failoverStrategies';
import { devicesLosePriority } from '../rules/deviceRedundancyGroups';

/** Devices that stand in for one another when one of them fails. */
export const DeviceRedundancyGroup = defineModel('dcim.deviceredundancygroup', {
  endpoint: 'device-redundancy-groups',
  menu: [{ under: ['Inventory', 'Devices'], at: 60 }],
  home: { section: 'Inventory', at: 5 },
  traits: [primary, { dynamicGroups: true }],
  title: 'device redundancy group',
  description: 'Devices that stand in for one another when one of them fails.',
  listed: ['name', 'status', 'failover_strategy'],
  fields: {
    failover_strategy: f
      .choice(failoverStrategies)
      .defaultAlsoOnReplace('')
      .label('Failover strategy')
      .inForm({ default: '' }),
    name: f.text(100).unique(),
    description: f.text(200).default(''),
    comments: f.text().default(''),
    status: f.ref('extras.status', { reverse: 'device_redundancy_groups', onlyFor: 'dcim.deviceredundancygroup' }),
    secrets_group: f
      .ref('extras.secretsgroup', { reverse: 'device_redundancy_groups', onDelete: 'setNull' })
      .optional(),
  },
  filterable: ['name', 'status', 'secrets_group'],
  filters: {
    q: by.search({ name: 'icontains', comments: 'icontains', id: 'iexact' }),
    failover_strategy: by.choice('failover_strategy', failoverStrategies, { anyText: true }),
  },
  beforeDelete: [devicesLosePriority],
});
