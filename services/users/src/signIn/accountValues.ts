import { User } from '../models';
import type { AdmissionPolicy } from './method';
import type { Proof, ProvenGroup } from './proof';

/** What an account is like, as far as another system has a say in it. */
export interface KnownAccount {
  email: string;
  first_name: string;
  last_name: string;
  is_superuser: boolean;
  is_staff: boolean;
  groups: string[];
}

/** Whether any of the groups is one of those named; names are compared as directories compare them. */
export function standingOf(groups: readonly ProvenGroup[], named: readonly string[]): boolean {
  const wanted = new Set(named.map(comparable));
  return groups.some(
    ({ name, id }) => wanted.has(comparable(name)) || (id !== undefined && wanted.has(comparable(id))),
  );
}

const comparable = (name: string): string =>
  name
    .trim()
    .replace(/\s*,\s*/g, ',')
    .toLowerCase();

/** Those of the wanted groups that the other system gives; what somebody here gave before it named them is theirs. */
export const givenBy = (wanted: readonly string[], given: readonly string[], known: KnownAccount): string[] =>
  wanted.filter((id) => given.includes(id) || !known.groups.includes(id));

/** What has to change of an account so that it is as the other system says; nothing when it is. */
export function accountValues(
  { superuser_groups, staff_groups }: AdmissionPolicy,
  proof: Proof,
  known: KnownAccount,
  groups: { given: readonly string[]; wanted: readonly string[] },
): Record<string, unknown> {
  const { groups: proven, local } = proof;
  const is = (named: readonly string[] | undefined) =>
    named === undefined || proven === undefined ? undefined : standingOf(proven, named);
  const wanted: Partial<KnownAccount> = {
    email: fitting('email', proof.email),
    first_name: fitting('first_name', proof.firstName),
    last_name: fitting('last_name', proof.lastName),
    is_superuser: local ? local.superuser : is(superuser_groups),
    is_staff: is(staff_groups),
    // Those the other system gave before go with it; those that somebody here gave stay.
    groups: [...new Set([...known.groups.filter((id) => !groups.given.includes(id)), ...groups.wanted])],
  };
  const changed = Object.entries(wanted).filter(([name, value]) => {
    const was = known[name as keyof KnownAccount];
    if (value === undefined) return false;
    return Array.isArray(was) ? [...was].sort().join() !== [...(value as string[])].sort().join() : was !== value;
  });
  return Object.fromEntries(
    changed.map(([name, value]) => [name, name === 'groups' ? (value as string[]).map(Number) : value]),
  );
}

/** A value as the field takes it; one that does not do is as good as none. */
function fitting(name: 'email' | 'first_name' | 'last_name', value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const field = User.fields[name]!;
  const text = value.trim();
  if (text === '') return '';
  const read = field.kind.parse(text, field);
  return 'problem' in read ? undefined : text;
}
