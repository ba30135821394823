import { readFile, writeFile } from 'node:fs/promises';
import { Refused } from './answered';

/**
 * Writes types of all that a server has, the models of its apps included, from its description: an address of a server, or
 * a file that it was kept in.
 */
export async function writeTypes(from: string, to: string, token?: string): Promise<void> {
  const { astToString, default: typesOf } = await generator();
  const text = /^https?:\/\//.test(from) ? await described(from, token) : await readFile(from, 'utf8');
  await writeFile(to, astToString(await typesOf(text)));
}

async function described(url: string, token: string | undefined): Promise<string> {
  const address = `${url.replace(/\/$/, '')}/api/swagger.json`;
  const answer = await fetch(address, { headers: token === undefined ? {} : { authorization: `Token ${token}` } });
  const text = await answer.text();
  if (!answer.ok) throw new Refused(answer.status, text, address);
  return text;
}

/** Who only sends requests does not have it. */
const generator = () =>
  import('openapi-typescript').catch(() => {
    throw new Error('Types are written by openapi-typescript: npm install --save-dev openapi-typescript');
  });
