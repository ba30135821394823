import type { AddressHost } from '@plumbline/domain';
import { sql } from '@plumbline/store';

/** Interfaces are their device's, and those not for management also the master's of its virtual chassis. */
export const addressesOfDevices: AddressHost = {
  label: 'dcim.device',
  table: 'device',
  title: 'device',
  owner: 'device',
  link: 'interface',
  interfaces: sql.fragment`
    SELECT device, id FROM interface
    UNION
    SELECT chassis.master, port.id FROM interface port
    JOIN device member ON member.id = port.device JOIN virtualchassis chassis ON chassis.id = member.virtual_chassis
    WHERE chassis.master IS NOT NULL AND NOT port.mgmt_only`,
};
