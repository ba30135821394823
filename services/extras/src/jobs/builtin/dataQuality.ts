import { type Api, type ApiObject, defineJob, v } from '@plumbline/jobs';

/** Something that is not as it should be. */
interface Finding {
  object: ApiObject;
  message: string;
}

interface Check {
  label: string;
  find(api: Api): AsyncGenerator<Finding>;
}

const checks: Record<string, Check> = {
  device_addresses: { label: 'Active devices without a primary address', find: withoutAddress('dcim/devices/') },
  machine_addresses: {
    label: 'Active virtual machines without a primary address',
    find: withoutAddress('virtualization/virtual-machines/'),
  },
  rack_positions: { label: 'Active devices in a rack without a position', find: withoutPosition },
  disabled_interfaces: { label: 'Interfaces that have a cable and are disabled', find: cabledButDisabled },
  empty_prefixes: { label: 'Prefixes of networks without any address', find: emptyPrefixes },
  duplicate_addresses: { label: 'Addresses that occur in more than one namespace', find: duplicates },
  unassigned_addresses: { label: 'Active addresses that no interface has', find: unassigned },
  circuit_ends: { label: 'Active circuits that lack an end', find: missingEnds },
};

/** Says what in the inventory is incomplete or contradicts itself. */
export const DataQuality = defineJob({
  name: 'Data Quality Report',
  grouping: 'Plumbline',
  description: 'Lists what is incomplete or contradicts itself: missing addresses, positions and ends, and the like.',
  hasSensitiveVariables: false,
  readOnly: true,
  softTimeLimit: 3600,
  timeLimit: 3900,
  variables: {
    checks: v.multiChoice({
      label: 'Checks',
      help: 'What to look for; everything when nothing is chosen.',
      choices: Object.entries(checks).map(([key, { label }]) => [key, label] as const),
      required: false,
    }),
    most: v.integer({
      label: 'Lines',
      help: 'How many findings of each check the log lists; all are counted.',
      min: 0,
      max: 2_000,
      default: 500,
      required: false,
    }),
  },
  run: async ({ api, data, log, signal, createFile }) => {
    const chosen = data.checks.length > 0 ? data.checks : Object.keys(checks);
    const counts: Record<string, number> = {};
    const rows = ['check,object,message,url'];
    for (const key of chosen) {
      const { label, find } = checks[key]!;
      const lines = log.group(label);
      let count = 0;
      for await (const { object, message } of find(api)) {
        signal.throwIfAborted();
        count++;
        if (count <= (data.most ?? 0)) lines.warning(message, { object });
        if (rows.length <= 50_000) rows.push([label, object.display, message, object.url].map(cell).join(','));
      }
      lines.info(count === 0 ? 'Nothing found.' : `${count} found.`);
      counts[key] = count;
    }
    await createFile('data_quality.csv', `${rows.join('\n')}\n`);
    return { findings: counts, total: Object.values(counts).reduce((sum, count) => sum + count, 0) };
  },
});

const cell = (value: unknown): string => `"${String(value ?? '').replaceAll('"', '""')}"`;

function withoutAddress(list: string): Check['find'] {
  return async function* (api) {
    for await (const object of api.list(list, { has_primary_ip: false, status: 'Active' }))
      yield { object, message: `${object.display} has no primary address.` };
  };
}

async function* withoutPosition(api: Api): AsyncGenerator<Finding> {
  for await (const device of api.list<ApiObject & { device_type: { u_height?: number } }>('dcim/devices/', {
    rack__isnull: false,
    status: 'Active',
    depth: 1,
  })) {
    // What takes no room, and what is in a bay of another device, has no position of its own.
    if (device.position !== null || device.parent_bay || device.device_type.u_height === 0) continue;
    yield { object: device, message: `${device.display} is in a rack, and nobody knows at which unit.` };
  }
}

async function* cabledButDisabled(api: Api): AsyncGenerator<Finding> {
  for await (const object of api.list('dcim/interfaces/', { has_cable: true, enabled: false, depth: 1 })) {
    const device = (object.device as ApiObject | null)?.display ?? '';
    yield { object, message: `${device} ${object.display} has a cable and is disabled.` };
  }
}

async function* emptyPrefixes(api: Api): AsyncGenerator<Finding> {
  const used = new Set<unknown>();
  for await (const { parent } of api.list('ipam/ip-addresses/')) used.add((parent as ApiObject | null)?.id);
  for await (const { parent } of api.list('ipam/prefixes/')) used.add((parent as ApiObject | null)?.id);
  for await (const object of api.list('ipam/prefixes/', { type: 'network' }))
    if (!used.has(object.id)) yield { object, message: `There is no address in ${object.display}.` };
}

async function* duplicates(api: Api): AsyncGenerator<Finding> {
  let before: ApiObject | undefined;
  for await (const object of api.list('ipam/ip-addresses/', { sort: 'host' })) {
    if (before && before.host === object.host)
      yield { object, message: `${object.host} is also ${before.display} elsewhere.` };
    before = object;
  }
}

async function* unassigned(api: Api): AsyncGenerator<Finding> {
  for await (const object of api.list('ipam/ip-addresses/', { has_interface_assignments: false, status: 'Active' }))
    yield { object, message: `${object.display} is active, and no interface has it.` };
}

async function* missingEnds(api: Api): AsyncGenerator<Finding> {
  for await (const circuit of api.list('circuits/circuits/', { status: 'Active' })) {
    const missing = [...(circuit.circuit_termination_a ? [] : ['A']), ...(circuit.circuit_termination_z ? [] : ['Z'])];
    if (missing.length > 0)
      yield { object: circuit, message: `${circuit.display} has no end ${missing.join(' and no end ')}.` };
  }
}
