import { problems } from '@plumbline/http';
import { anyOf, type Criteria, type FilterRule, nothing, readDecimal, readUuid, where } from '@plumbline/model';

const carries = (vlans: (string | number)[]): Criteria =>
  anyOf(where('untagged_vlan', 'in', vlans), where('tagged_vlans', 'in', vlans));

/** Interfaces that carry a VLAN, tagged or not. */
export const carriesVlan: FilterRule = (values) => {
  const id = readUuid(values.at(-1)!);
  if (id === undefined) throw problems.malformed('Enter a valid UUID.');
  return carries([id]);
};

/** Interfaces that carry a VLAN of this number, tagged or not. */
export const carriesVlanNumbered: FilterRule = async (values, { find }) => {
  const text = readDecimal(values.at(-1)!);
  if (text === undefined) throw problems.malformed('Enter a number.');
  const number = Number(text);
  return Number.isSafeInteger(number) ? carries(await find('ipam.vlan', where('vid', 'exact', number))) : nothing;
};
