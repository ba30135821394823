import { defineModel, f, firstProblem } from '@plumbline/model';
import { component, componentFilters, componentOrder, namedFilters, names, ofDevice } from '../components/component';
import { deviceHasBays, holdsAnotherDevice } from '../rules/deviceBays';

/** A place inside a device where another one can be installed. */
export const DeviceBay = defineModel('dcim.devicebay', {
  endpoint: 'device-bays',
  menu: [{ under: ['Inventory', 'Devices', 'Components'], at: 180 }],
  traits: [component],
  title: 'device bay',
  description: 'Places inside devices where other devices can be installed.',
  fields: {
    ...names(),
    device: ofDevice('device_bays'),
    installed_device: f
      .ref('dcim.device', { reverse: 'parent_bay', onDelete: 'setNull' })
      .optional()
      .unique('device bay with this installed device already exists.'),
  },
  ...componentOrder,
  filterable: [...namedFilters, 'device', 'installed_device'],
  filters: componentFilters(),
  needs: { device: ['device_type.subdevice_role', 'device_type.model'] },
  validate: [firstProblem(deviceHasBays, holdsAnotherDevice)],
});
