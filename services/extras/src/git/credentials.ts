import { asking, type Work } from '@plumbline/engine';
import { allOf, type Model, type Row, where } from '@plumbline/model';
import { readSecret } from '../secrets/readSecret';
import { FetchProblem } from './fetching/fetchProblem';

export interface Credentials {
  username?: string;
  password?: string;
}

/** What a repository is fetched with: the name and the token (or password) that its group has for HTTP. */
export async function credentialsOf(work: Work, model: Model, row: Row): Promise<Credentials> {
  const { secrets_group: group } = row;
  if (!group) return {};
  const criteria = allOf(where('secrets_group', 'exact', group), where('access_type', 'exact', 'HTTP(S)'));
  const values = ['secret_type', 'secret.name', 'secret.provider', 'secret.parameters'];
  const rows = await asking(work).select('extras.secretsgroupassociation', criteria, values);
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
  const [username, token, password] = [await secretOf('username'), await secretOf('token'), await secretOf('password')];
  const secret = token ?? password;
  if (username === undefined && secret === undefined) return {};
  // A token by itself stands where the name does.
  return username === undefined ? { username: secret!, password: '' } : { username, password: secret ?? '' };
}
