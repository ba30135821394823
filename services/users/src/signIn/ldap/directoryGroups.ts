import type { LdapSettings } from '@plumbline/config';
import { type Client, type Entry, Filter } from 'ldapts';
import type { ProvenGroup } from '../proof';
import { attributeText } from './values';

type GroupSettings = NonNullable<LdapSettings['groups']>;

/** Active Directory follows members of members by itself. */
const inChain = ':1.2.840.113556.1.4.1941:';
/** Groups that are looked at, and groups whose parents are asked for at a time. */
const mostGroups = 2_000;
const atATime = 50;

/** The groups an entry is in, and those that these are in, as far as the settings say so; each is looked at once. */
export async function directoryGroups(
  client: Client,
  settings: GroupSettings,
  dn: string,
  username: string,
): Promise<ProvenGroup[]> {
  const found = new Map<string, ProvenGroup>();
  const member = settings.member_by === 'dn' ? dn : username;
  const operator = settings.nested === 'chain' && settings.member_by === 'dn' ? inChain : '';
  let next = await groupsWith(client, settings, `(${settings.member}${operator}=${Filter.escape(member)})`);
  while (next.length > 0 && found.size < mostGroups) {
    const unseen = next.filter((entry) => !found.has(entry.dn.toLowerCase()));
    for (const entry of unseen)
      found.set(entry.dn.toLowerCase(), { name: attributeText(entry, settings.name) ?? entry.dn, id: entry.dn });
    next = settings.nested === 'walk' ? await parentsOf(client, settings, unseen) : [];
  }
  return [...found.values()];
}

async function parentsOf(client: Client, settings: GroupSettings, groups: readonly Entry[]): Promise<Entry[]> {
  const parents: Entry[] = [];
  for (let at = 0; at < groups.length; at += atATime) {
    const members = groups.slice(at, at + atATime).map(({ dn }) => `(${settings.member}=${Filter.escape(dn)})`);
    parents.push(...(await groupsWith(client, settings, `(|${members.join('')})`)));
  }
  return parents;
}

async function groupsWith(client: Client, { base, filter, name }: GroupSettings, members: string): Promise<Entry[]> {
  const { searchEntries } = await client.search(base, {
    scope: 'sub',
    filter: `(&${filter}${members})`,
    attributes: [name],
    paged: { pageSize: 500 },
  });
  return searchEntries;
}
