import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findProgram } from '../../../program/src/supervisor/findProgram';
import { inCi } from '../../program/inCi';
import { root } from '../../program/root';

/** Where helm is: installed, or built by `.ci/build-helm`, which takes minutes and so waits to be asked for. */
export const helm: string | undefined =
  findProgram('helm') ?? (inCi || process.env.BUILD_HELM ? buildHelm() : undefined);

/** Why charts cannot be tested, if they cannot. */
export const missingHelm = helm
  ? undefined
  : 'helm is not installed, and could not be built: BUILD_HELM=1 builds it, which takes minutes.';

function buildHelm(): string | undefined {
  try {
    return execFileSync(join(root, '.ci', 'build-helm'), {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim();
  } catch {
    return undefined;
  }
}
