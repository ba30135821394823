import { vlanTakesMode } from '@plumbline/domain';
import {
  allOf,
  type BatchRule,
  firstProblem,
  inOrder,
  type Label,
  type Rule,
  type RuleResult,
  type WriteContext,
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

/** The other interface is on the same device, or on one of the same virtual chassis. */
const isWithinReach =
  (other: Other): Rule =>
  ({ row, related }, { select }) => {
    const it = related[other];
    if (!it || it.device === row.device) return undefined;
    const chassis = related.device?.virtual_chassis;
    if (chassis && chassis === it['device.virtual_chassis']) return undefined;
    return outOfReach(select, other, row[other], it.device, chassis);
  };

/** Says where the other interface is, and which virtual chassis it should be in. */
async function outOfReach(
  select: WriteContext['select'],
  other: Other,
  id: unknown,
  device: unknown,
  chassis: unknown,
): Promise<RuleResult> {
  const shown = async (label: Label, key: unknown) => {
    const [found] = await select(label, where('id', 'in', [key]), ['display']);
    return String(found?.display);
  };
  const [name, owner] = [await shown('dcim.interface', id), await shown('dcim.device', device)];
  const place = chassis
    ? `${owner}, which is not part of virtual chassis ${await shown('dcim.virtualchassis', chassis)}`
    : `a different device (${owner})`;
  return { [other]: [`The selected ${titles[other]} interface (${name}) belongs to ${place}.`] };
}

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
export const interfaceFits: BatchRule = inOrder(
  firstProblem(vlanTakesMode),
  vrfIsOnDevice,
  firstProblem(
    isAnother('lag'),
    isWithinReach('lag'),
    virtualIsNoMember,
    cabledHasPlug,
    isAnother('parent_interface'),
    onlyVirtualHasParent,
    isWithinReach('parent_interface'),
    vlanIsAtLocation,
    isAnother('bridge'),
    isWithinReach('bridge'),
  ),
);
