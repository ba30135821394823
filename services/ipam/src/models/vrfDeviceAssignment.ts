import { bare, defineModel, f } from '@plumbline/model';

/** That a VRF is configured on a device or on a virtual machine, there perhaps under another name. */
export const VrfDeviceAssignment = defineModel('ipam.vrfdeviceassignment', {
  inGraphs: true,
  title: 'vrf device assignment',
  className: 'VRFDeviceAssignment',
  description: 'The devices and virtual machines each VRF is configured on.',
  traits: [bare],
  fields: {
    vrf: f.ref('ipam.vrf', { reverse: 'device_assignments', onDelete: 'cascade' }),
    device: f.ref('dcim.device', { reverse: 'vrf_assignments', onDelete: 'cascade' }).optional(),
    virtual_machine: f
      .ref('virtualization.virtualmachine', { reverse: 'vrf_assignments', onDelete: 'cascade' })
      .optional(),
    rd: f.text(21).optional().blank().label('Route distinguisher'),
    name: f.text(100).default(''),
  },
  order: ['id'],
  unique: [
    ['vrf', 'device'],
    ['vrf', 'virtual_machine'],
  ],
  naturalKey: ['vrf.namespace.name', 'vrf.rd', 'device.name'],
  display: (assignment) =>
    `${assignment['vrf.name']}: ${assignment['device.name'] ?? assignment['virtual_machine.name']}`,
  displayNeeds: ['vrf.name', 'device.name', 'virtual_machine.name'],
});
