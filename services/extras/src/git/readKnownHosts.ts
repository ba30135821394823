import { readFile } from 'node:fs/promises';
import { FetchProblem } from './fetching/fetchProblem';
import { remoteAddress } from './remoteAddress';

/** The keys by which hosts are known over SSH, as the operator has written them down, where they matter to an address. */
export async function readKnownHosts(url: string, file: string | undefined): Promise<{ knownHosts?: string }> {
  if (remoteAddress(url)?.transport !== 'ssh') return {};
  if (file === undefined) throw new FetchProblem('Over SSH only known hosts are asked: see PLUMBLINE_SSH_KNOWN_HOSTS.');
  const knownHosts = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new FetchProblem(`The file of PLUMBLINE_SSH_KNOWN_HOSTS cannot be read (${error.code}).`);
  });
  return { knownHosts };
}
