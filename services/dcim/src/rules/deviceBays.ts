import type { Rule } from '@plumbline/model';

/** Only devices whose type says so hold others. */
export const deviceHasBays: Rule = ({ related: { device } }) =>
  device && device['device_type.subdevice_role'] !== 'parent'
    ? { __all__: [`Devices of type ${device['device_type.model']} do not have device bays.`] }
    : undefined;

/** Nothing stands inside itself. */
export const holdsAnotherDevice: Rule = ({ row }) =>
  row.installed_device !== null && row.installed_device === row.device
    ? { __all__: ['A device cannot be installed in a bay of its own.'] }
    : undefined;
