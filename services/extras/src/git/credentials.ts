import { modelReader, type UnitOfWork } from '@plumbline/engine';
import { allOf, type Model, type Row, where } from '@plumbline/model';
import { readSecret } from '../secrets/readSecret';
import { FetchProblem } from './fetching/fetchProblem';
import { remoteAddress } from './remoteAddress';

export interface Credentials {
  username?: string;
  password?: string;
  key?: string;
}

/**
 * What a repository is fetched with. Its group has for HTTP(S) a name and a token (or password); for SSH a key, perhaps
 * with the password that opens it, and the name to come under where the address has none.
 */
export async function credentialsOf(work: UnitOfWork, model: Model, row: Row): Promise<Credentials> {
  const { secrets_group: group, remote_url: url } = row;
  if (!group) return {};
  const isSsh = remoteAddress(String(url))?.transport === 'ssh';
  const accessType = isSsh ? 'SSH' : 'HTTP(S)';
  const criteria = allOf(where('secrets_group', 'exact', group), where('access_type', 'exact', accessType));
  const values = ['secret_type', 'secret.name', 'secret.provider', 'secret.parameters'];
  const rows = await modelReader(work).select('extras.secretsgroupassociation', criteria, values);
  const secretOf = async (type: string): Promise<string | undefined> => {
    const row = rows.find(({ secret_type }) => secret_type === type);
    if (!row) return undefined;
    const [name, provider, parameters] = [row['secret.name'], row['secret.provider'], row['secret.parameters']];
    const reading = await readSecret({ name, provider, parameters }, work.engine.settings, {
      work,
      model,
      row,
    });
    if ('problem' in reading) throw new FetchProblem(reading.problem);
    return reading.value;
  };
  const [username, password] = [await secretOf('username'), await secretOf('password')];
  if (isSsh) return present({ username, password, key: await secretOf('key') });
  const secret = (await secretOf('token')) ?? password;
  // A token by itself stands where the name does.
  return username === undefined && secret !== undefined
    ? { username: secret, password: '' }
    : present({ username, password: username === undefined ? undefined : (secret ?? '') });
}

/** What there is of it. */
const present = (credentials: { [name in keyof Credentials]: string | undefined }): Credentials =>
  Object.fromEntries(Object.entries(credentials).filter(([, value]) => value !== undefined));
