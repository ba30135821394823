import { vlanTakesMode } from '@plumbline/domain';
import {
  allOf,
  type BatchRule,
  type Candidate,
  firstProblem,
  inOrder,
  type Label,
  type Rule,
  type RuleResult,
  where,
} from '@plumbline/model';
import { unconnectableTypes } from '../choices/interfaceTypes';

type Other = 'lag' | 'parent_interface' | 'bridge';

const titles: Record<Other, string> = { lag: 'LAG', parent_interface: 'parent', bridge: 'bridge' };

/** Only VRFs that are assigned to its device; one question to ipam for all. */
const vrfIsOnDevice: BatchRule = async (candidates, { select }) => {
  const routed = candidates.filter(({ row }) => row.vrf !== null);
  if (routed.length === 0) return candidates.map(() => undefined);
  const among = (column: string) => where(column, 'in', [...new Set(routed.map(({ row }) => row[column]))]);
  const assignments = await select('ipam.vrfdeviceassignment', allOf(among('vrf'), among('device')), ['vrf', 'device']);
  const assigned = new Set(assignments.map(({ vrf, device }) => `${vrf} ${device}`));
  return candidates.map(({ row }) =>
    row.vrf === null || assigned.has(`${row.vrf} ${row.device}`)
      ? undefined
      : { vrf: ['VRF must be assigned to same Device.'] },
  );
};

const isAnother =
  (other: Other): Rule =>
  ({ row }) =>
    row[other] !== null && row[other] === row.id
      ? { [other]: [`An interface cannot be its own ${titles[other]}.`] }
      : undefined;

const chassisOf = ({ related }: Candidate): unknown => related.device?.virtual_chassis ?? undefined;

/** The interfaces that a request writes, by their ids. */
type Written = ReadonlyMap<unknown, Candidate>;

/** The device that the other interface is on, and that one's virtual chassis: where this request puts it, else where it is. */
function placeOf({ row, related }: Candidate, other: Other, written: Written): { device: unknown; chassis: unknown } {
  const itself = written.get(row[other]);
  return itself
    ? { device: itself.row.device, chassis: chassisOf(itself) }
    : { device: related[other]!.device, chassis: related[other]!['device.virtual_chassis'] };
}

function isOutOfReach(candidate: Candidate, other: Other, written: Written): boolean {
  if (!candidate.related[other]) return false;
  const { device, chassis } = placeOf(candidate, other, written);
  if (device === candidate.row.device) return false;
  const own = chassisOf(candidate);
  return own === undefined || own !== chassis;
}

/** The other interface is on the same device, or on one of the same virtual chassis; what is not is told with where it is. */
const isWithinReach =
  (other: Other, written: Written): BatchRule =>
  async (candidates, { select }) => {
    const out = candidates.filter((candidate) => isOutOfReach(candidate, other, written));
    if (out.length === 0) return candidates.map(() => undefined);
    const displays = async (label: Label, ids: unknown[]): Promise<Map<unknown, unknown>> => {
      const rows = await select(label, where('id', 'in', [...new Set(ids)]), ['display']);
      return new Map(rows.map(({ id, display }) => [id, display]));
    };
    const [interfaces, devices, chassis] = await Promise.all([
      displays(
        'dcim.interface',
        out.map(({ row }) => row[other]),
      ),
      displays(
        'dcim.device',
        out.map((candidate) => placeOf(candidate, other, written).device),
      ),
      displays(
        'dcim.virtualchassis',
        out.map(chassisOf).filter((id) => id !== undefined),
      ),
    ]);
    return candidates.map((candidate): RuleResult => {
      if (!out.includes(candidate)) return undefined;
      const device = devices.get(placeOf(candidate, other, written).device);
      const own = chassisOf(candidate);
      const place =
        own === undefined
          ? `a different device (${device})`
          : `${device}, which is not part of virtual chassis ${chassis.get(own)}`;
      const name = interfaces.get(candidate.row[other]);
      return { [other]: [`The selected ${titles[other]} interface (${name}) belongs to ${place}.`] };
    });
  };

const virtualIsNoMember: Rule = ({ row }) =>
  row.type === 'virtual' && row.lag !== null
    ? { lag: ['Virtual interfaces cannot have a parent LAG interface.'] }
    : undefined;

const cabledHasPlug: Rule = ({ row }) =>
  row.cable !== null && unconnectableTypes.includes(String(row.type))
    ? { type: ['Virtual and wireless interfaces cannot be connected to a cable. Disconnect it first.'] }
    : undefined;

const onlyVirtualHasParent: Rule = ({ row }) =>
  row.parent_interface !== null && row.type !== 'virtual'
    ? { parent_interface: ['Only virtual interfaces may be assigned to a parent interface.'] }
    : undefined;

const vlanIsAtLocation: Rule = ({ related: { untagged_vlan: vlan, device } }) =>
  vlan && vlan.location !== null && vlan.location !== device?.location
    ? { untagged_vlan: ["The untagged VLAN must belong to the same location as the interface's device, or to none."] }
    : undefined;

/** What interfaces are to one another and to their devices, in the contract's order (docs/contract/network.md). */
export const interfaceFits: BatchRule = (candidates, context) => {
  const written: Written = new Map(candidates.map((candidate) => [candidate.row.id, candidate]));
  const fits = inOrder(
    firstProblem(vlanTakesMode),
    vrfIsOnDevice,
    firstProblem(isAnother('lag')),
    isWithinReach('lag', written),
    firstProblem(virtualIsNoMember, cabledHasPlug, isAnother('parent_interface'), onlyVirtualHasParent),
    isWithinReach('parent_interface', written),
    firstProblem(vlanIsAtLocation, isAnother('bridge')),
    isWithinReach('bridge', written),
  );
  return fits(candidates, context);
};
