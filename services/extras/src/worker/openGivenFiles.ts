import type { RunOrder, VariableDescription } from '@plumbline/jobs';
import type { Row } from '@plumbline/model';
import type { Database } from '@plumbline/store';
import { openFile } from '../files/fileProxies';

/** The files that a run was given, by variable; what it has in their place is their ids. */
export async function openGivenFiles(
  sql: Database,
  { variables }: Row,
  values: Record<string, unknown>,
): Promise<RunOrder['files']> {
  const given = (variables as VariableDescription[]).filter(({ name, type }) => type === 'FileVar' && values[name]);
  const files: RunOrder['files'] = {};
  for (const { name } of given) {
    const file = await openFile({ sql }, String(values[name]));
    if (!file) throw new Error(`The file for ${name} is gone.`);
    files[name] = { name: file.name, content: file.bytes.toString('base64') };
  }
  return files;
}
