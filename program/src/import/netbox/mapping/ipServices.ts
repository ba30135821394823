import { refTo } from '../../apply/draft';
import { choice, derived, keyOf, type Mapping, ref, to } from './language';
import { comments, primary } from './shared';

export const service: Mapping = {
  from: 'ipam.service',
  list: 'ipam/services',
  to: { endpoint: 'ipam/services', label: 'ipam.service' },
  fields: {
    ...primary,
    ...comments,
    parent_object_type: derived('the device or virtual machine'),
    parent_object_id: derived('the device or virtual machine'),
    parent: derived('the device or virtual machine'),
    device: ref('device', 'dcim.device'),
    virtual_machine: ref('virtual_machine', 'virtualization.virtualmachine'),
    name: to('name'),
    protocol: choice('protocol', 'tcp'),
    ports: to('ports'),
    ipaddresses: ref('ip_addresses', 'ipam.ipaddress'),
    description: to('description'),
  },
  accepts: (object, context) => {
    const type = object.parent_object_type;
    if (type === undefined || type === null || hosts[String(type)]) return true;
    context.nowhere('ipam.service', object, '', 'services are of devices and virtual machines here');
    return false;
  },
  finish: (draft, object) => {
    const field = hosts[String(object.parent_object_type)];
    const host = refTo(keyOf(String(object.parent_object_type), object.parent_object_id), true);
    if (field) Object.assign(draft.body, { device: null, virtual_machine: null, [field]: host });
  },
};

const hosts: Record<string, string> = {
  'dcim.device': 'device',
  'virtualization.virtualmachine': 'virtual_machine',
};

export const serviceTemplate: Mapping = {
  from: 'ipam.servicetemplate',
  list: 'ipam/service-templates',
  nowhere: 'there are no templates of services here',
  fields: {},
};
