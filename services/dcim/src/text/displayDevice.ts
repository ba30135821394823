import type { Row } from '@plumbline/model';

/** What people call a device: its name, or else its place in a virtual chassis or its type, and its id. */
export function displayDevice(device: Row): string {
  if (device.name) return String(device.name);
  const chassis = device['virtual_chassis.name'];
  return chassis === null || chassis === undefined
    ? `${device['device_type.manufacturer.name']} ${device['device_type.model']} (${device.id})`
    : `${chassis}:${device.vc_position} (${device.id})`;
}
