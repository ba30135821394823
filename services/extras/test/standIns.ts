import { primary } from '@plumbline/extensions';
import { defineModel, f, type Label } from '@plumbline/model';
import type { TestedService } from '@plumbline/testkit';

const standIn = (label: Label, endpoint: string) =>
  defineModel(label, {
    endpoint,
    title: label.split('.')[1]!,
    traits: [primary],
    fields: {
      name: f.text(100),
      status: f.ref('extras.status', { onlyFor: label }).optional(),
      role: f.ref('extras.role', { onlyFor: label }).optional(),
    },
  });

/** Stand for models of other services that content types name here: all have a status, a role and what `primary` says. */
export const standIns: TestedService[] = [
  {
    app: 'dcim',
    models: [standIn('dcim.cable', 'cables'), standIn('dcim.device', 'devices'), standIn('dcim.rack', 'racks')],
  },
  { app: 'ipam', models: [standIn('ipam.ipaddress', 'ip-addresses')] },
];
