import { existsSync, statSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Settings } from '@plumbline/config';
import { doubtful, type Finding, ill, well } from './finding';

/** Where the secret key comes from. */
export type KeySource = 'set' | 'kept' | 'missing';

const oldestNode = [20, 19] as const;

/** The machine and what the settings say of it, without asking anybody else. */
export async function examineSettings(settings: Settings, key: KeySource): Promise<Finding[]> {
  return [examineNode(process.versions.node), await examineFolder(settings.dataDir), examineKey(settings, key)];
}

export function examineNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  return isEnough
    ? well('Node.js', version)
    : ill('Node.js', `${version} is too old`, `Install Node.js ${oldestNode.join('.')} or newer.`);
}

/** One that is not there is made by whoever needs it. */
async function examineFolder(folder: string): Promise<Finding> {
  try {
    const nearest = nearestOf(folder);
    if (!statSync(nearest).isDirectory()) throw new Error(`${nearest} is no folder`);
    await access(nearest, constants.R_OK | constants.W_OK | constants.X_OK);
    return well('data folder', existsSync(folder) ? folder : `${folder}, which is not there yet`);
  } catch (error) {
    return ill(
      'data folder',
      `${folder} cannot be written to: ${(error as Error).message}`,
      'Give the user who runs Plumbline the folder, or name another with PLUMBLINE_DATA.',
    );
  }
}

const nearestOf = (path: string): string => (existsSync(path) ? path : nearestOf(dirname(path)));

function examineKey({ dataDir, natsUrl }: Settings, key: KeySource): Finding {
  if (key === 'set') return well('secret key', 'set');
  if (key === 'missing')
    return doubtful(
      'secret key',
      `not set, and ${dataDir} keeps none`,
      'Give the doctor what Plumbline runs with: PLUMBLINE_SECRET_KEY, or the folder that keeps it (PLUMBLINE_DATA).',
    );
  if (!natsUrl) return well('secret key', 'kept in the data folder');
  return doubtful(
    'secret key',
    'kept in the data folder of this machine alone',
    'Set PLUMBLINE_SECRET_KEY to the same value everywhere: processes with different keys do not believe one another.',
  );
}
