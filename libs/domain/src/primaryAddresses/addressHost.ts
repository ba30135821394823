import { type Field, f, type Label } from '@plumbline/model';
import type { Sql } from '@plumbline/store';

/**
 * A model whose objects have addresses on their interfaces, and one of each version that is meant when one asks for
 * theirs.
 */
export interface AddressHost {
  label: Label;
  table: string;
  /** What people call one. */
  title: string;
  /** The field of an interface that names its host. */
  owner: string;
  /** The field by which ipam's assignments name its interfaces. */
  link: 'interface' | 'vm_interface';
  /** Which interfaces count as whose: rows of `host` and `interface`, in the tables of its own service. */
  interfaces: Sql;
}

/** The two columns, and the version of the addresses in each. */
export const addressVersions = { primary_ip4: 4, primary_ip6: 6 } as const;
export type PrimaryAddress = keyof typeof addressVersions;
export const primaryAddresses = Object.keys(addressVersions) as PrimaryAddress[];

/**
 * The fields of such a model. `reverse` goes before `_for` in what the addresses are for; without it they do not tell.
 */
export const primaryAddressFields = (tells = false): Record<PrimaryAddress, Field> => ({
  primary_ip4: primaryAddress('primary_ip4', 'Primary IPv4', tells),
  primary_ip6: primaryAddress('primary_ip6', 'Primary IPv6', tells),
});

const primaryAddress = (name: PrimaryAddress, label: string, tells: boolean): Field =>
  f
    .ref('ipam.ipaddress', { onDelete: 'setNull', ...(tells ? { reverse: `${name}_for` } : {}) })
    .optional()
    .with({ recordedWhenEmptied: true })
    .label(label);
