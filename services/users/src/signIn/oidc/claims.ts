import type { OidcSettings } from '@plumbline/config';
import type { Proof, ProvenGroup } from '../proof';

export type Claims = Readonly<Record<string, unknown>>;

/** A claim by its name, or by the path to it (`realm_access.roles`). */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const step of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Claims)[step];
  }
  return value;
}

/** A claim that is a text. */
export function claimText(claims: Claims, name: string): string | undefined {
  const value = claimOf(claims, name);
  return typeof value === 'string' ? value : undefined;
}

/** More groups than anybody is in: what a provider lists beyond is no list of groups. */
const mostGroups = 10_000;

/** The groups a provider lists; undefined when it has none of these claims. Keycloak writes groups as paths. */
export function claimedGroups(claims: Claims, name: string): ProvenGroup[] | undefined {
  const value = claimOf(claims, name);
  if (value === undefined || value === null) return undefined;
  return [value]
    .flat()
    .slice(0, mostGroups)
    .filter((one): one is string => typeof one === 'string' && one !== '')
    .map((one) => (one.startsWith('/') ? { name: one.slice(1), id: one } : { name: one }));
}

/** Whether a provider says that there are too many groups to list, as Entra does beyond 200. */
export function hasTooManyGroups(claims: Claims, name: string): boolean {
  const elsewhere = claims._claim_names;
  return claims.hasgroups === true || (typeof elsewhere === 'object' && elsewhere !== null && name in elsewhere);
}

/** Who a provider says somebody is. */
export function personOf(
  { claims: names }: OidcSettings,
  claims: Claims,
): Omit<Proof, 'asserted' | 'groups'> | undefined {
  const subject = claimText(claims, names.subject);
  if (subject === undefined || subject === '' || subject.length > 255) return undefined;
  return {
    subject,
    username: claimText(claims, names.username),
    email: claimText(claims, names.email),
    firstName: claimText(claims, names.first_name),
    lastName: claimText(claims, names.last_name),
  };
}
