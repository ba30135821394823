import type { LdapSettings } from '@plumbline/config';
import type { UnitOfWork } from '@plumbline/engine';
import {
  type Client,
  ConstraintViolationError,
  type Entry,
  Filter,
  InappropriateAuthError,
  InvalidCredentialsError,
  SizeLimitExceededError,
  UnwillingToPerformError,
} from 'ldapts';
import { DirectoryUnreachable } from '../directoryUnreachable';
import type { SignInMethod } from '../method';
import type { Proof } from '../proof';
import { reasonOf } from '../reasonOf';
import { directoryGroups } from './directoryGroups';
import { openDirectory } from './openDirectory';
import { attributeText } from './values';

/**
 * A directory that is asked over LDAP: the entry of a name is looked for as the account of the settings, its password is
 * tried by binding as the entry, and its groups are looked for as the account of the settings again.
 */
export const ldapMethod = (settings: LdapSettings): SignInMethod => ({
  kind: 'ldap',
  label: settings.label ?? 'The directory',
  policy: settings,
  async byPassword(work, username, password) {
    // An empty password binds as nobody, which succeeds.
    if (password === '' || username === '') return undefined;
    try {
      return await signIn(work, settings, username, password);
    } catch (error) {
      throw new DirectoryUnreachable('', { cause: error });
    }
  },
});

async function signIn(
  work: UnitOfWork,
  settings: LdapSettings,
  username: string,
  password: string,
): Promise<Proof | undefined> {
  const client = await openDirectory(settings);
  try {
    await bindAsOurselves(client, settings);
    const entry = await entryOf(work, client, settings, username);
    if (!entry) return undefined;
    if (!(await passwordFits(work, settings, entry.dn, password))) return undefined;
    const { attributes } = settings;
    // What the directory has, and not what was typed in: it does not tell capitals apart.
    const name = attributeText(entry, attributes.username) ?? username;
    return {
      subject: attributeText(entry, attributes.id) ?? entry.dn.toLowerCase(),
      username: name,
      email: attributeText(entry, attributes.email),
      firstName: attributeText(entry, attributes.first_name),
      lastName: attributeText(entry, attributes.last_name),
      ...(settings.groups ? { groups: await directoryGroups(client, settings.groups, entry.dn, name) } : {}),
      asserted: new Date(),
    };
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

async function bindAsOurselves(client: Client, settings: LdapSettings): Promise<void> {
  const { bind_dn, bind_password = settings.bind_password_file } = settings;
  if (bind_dn !== undefined) await client.bind(bind_dn, bind_password ?? '');
}

/** The one entry of a name; undefined when there is none, or when it cannot be said which. */
async function entryOf(
  work: UnitOfWork,
  client: Client,
  { key, users, attributes }: LdapSettings,
  username: string,
): Promise<Entry | undefined> {
  const search = client.search(users.base, {
    scope: 'sub',
    filter: users.filter.replaceAll('{username}', () => Filter.escape(username)),
    attributes: Object.values(attributes),
    explicitBufferAttributes: [attributes.id],
    sizeLimit: 2,
  });
  const found = await search.catch((error: unknown) => {
    if (!(error instanceof SizeLimitExceededError)) throw error;
    return undefined;
  });
  if (found && found.searchEntries.length < 2) return found.searchEntries[0];
  work.engine.log.warn({ method: key, username }, 'a directory has several entries of one name');
  return undefined;
}

/** How a directory refuses an account: its password is wrong, or it is locked, switched off or has none. */
const accountRefusals = [
  InvalidCredentialsError,
  UnwillingToPerformError,
  ConstraintViolationError,
  InappropriateAuthError,
];

/** Tries the password on a connection of its own, so that ours stays who it is. */
async function passwordFits(work: UnitOfWork, settings: LdapSettings, dn: string, password: string): Promise<boolean> {
  const client = await openDirectory(settings);
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (!accountRefusals.some((refusal) => error instanceof refusal)) throw error;
    if (!(error instanceof InvalidCredentialsError))
      work.engine.log.warn({ method: settings.key, entry: dn, ...reasonOf(error) }, 'a directory refuses an account');
    return false;
  } finally {
    await client.unbind().catch(() => undefined);
  }
}
