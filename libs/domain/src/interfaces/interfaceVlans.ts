import {
  type BatchRule,
  type Candidate,
  type Effect,
  type Row,
  type Rule,
  type RuleResult,
  where,
} from '@plumbline/model';

const taggedMode = 'tagged';

/** Where the tagged VLANs of an interface may be, and where that is in words. */
interface Place {
  /** The related object the interface belongs to, and the path from there to its location. */
  owner: string;
  location: string;
  words: string;
}

/**
 * VLANs with tags are carried in the mode for them alone, and only where they may be: everywhere, or where the
 * interface is.
 */
export const taggedVlansFit =
  (place: Place): BatchRule =>
  async (candidates, { select }) => {
    const wanted = new Set(candidates.flatMap(({ sent }) => (sent.tagged_vlans as string[] | undefined) ?? []));
    const vlans =
      wanted.size === 0 ? [] : await select('ipam.vlan', where('id', 'in', [...wanted]), ['name', 'vid', 'location']);
    const byId = new Map(vlans.map((vlan) => [vlan.id, vlan]));
    return candidates.map((candidate) => checkInterface(candidate, place, byId));
  };

function checkInterface({ before, row, sent, related }: Candidate, place: Place, vlans: Map<unknown, Row>): RuleResult {
  const given = sent.tagged_vlans as string[] | undefined;
  const places = [null, related[place.owner]?.[place.location]];
  const stray = given?.map((id) => vlans.get(id)).find((vlan) => vlan && !places.includes(vlan.location));
  if (stray)
    return { tagged_vlans: [`VLAN ${stray.name} (${stray.vid}) must belong to the same location as ${place.words}.`] };
  if (row.mode === taggedMode) return undefined;
  if (given && given.length > 0)
    return { tagged_vlans: [`Mode must be set to ${taggedMode} when specifying tagged_vlans`] };
  if (!given && ((before?.tagged_vlans as string[] | undefined) ?? []).length > 0)
    return { tagged_vlans: [`Clear tagged_vlans to set mode to ${row.mode === '' ? null : row.mode}`] };
  return undefined;
}

/** What is carried without a tag is carried in some mode. */
export const vlanTakesMode: Rule = ({ row }) =>
  row.mode === '' && row.untagged_vlan !== null
    ? { untagged_vlan: ['Mode must be set when specifying untagged_vlan'] }
    : undefined;

/** An interface in another mode carries no VLANs with tags. */
export const clearTaggedVlans: Effect = (candidates) => {
  for (const { row } of candidates) if (row.mode !== taggedMode) row.tagged_vlans = [];
};
