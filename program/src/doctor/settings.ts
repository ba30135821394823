import { access, constants } from 'node:fs/promises';
import { makeFolder, type Settings } from '@plumbline/config';
import { doubtful, type Finding, ill, well } from './finding';

const oldestNode = [20, 19] as const;

/** The machine and what the settings say of it, without asking anybody else. */
export async function examineSettings(settings: Settings, given: { secretKey: boolean }): Promise<Finding[]> {
  return [examineNode(process.versions.node), await examineFolder(settings.dataDir), examineKey(settings, given)];
}

export function examineNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  return isEnough
    ? well('Node.js', version)
    : ill('Node.js', `${version} is too old`, `Install Node.js ${oldestNode.join('.')} or newer.`);
}

async function examineFolder(folder: string): Promise<Finding> {
  try {
    makeFolder(folder);
    await access(folder, constants.R_OK | constants.W_OK);
    return well('data folder', folder);
  } catch (error) {
    return ill(
      'data folder',
      `${folder} cannot be written to: ${(error as Error).message}`,
      'Give the user who runs Plumbline the folder, or name another with PLUMBLINE_DATA.',
    );
  }
}

function examineKey({ natsUrl }: Settings, given: { secretKey: boolean }): Finding {
  if (given.secretKey) return well('secret key', 'set');
  if (!natsUrl) return well('secret key', 'kept in the data folder');
  return doubtful(
    'secret key',
    'kept in the data folder of this machine alone',
    'Set PLUMBLINE_SECRET_KEY to the same value everywhere: processes with different keys do not believe one another.',
  );
}
