import { inCi } from './inCi';
import { sayUntested } from './sayUntested';

/**
 * `describe` when everything it needs is there. When something is missing the tests are skipped with a loud line that
 * says why, or fail where CI demands them.
 */
export function describeUnless(missing: string | undefined, name: string, tests: () => void): void {
  if (missing === undefined) {
    describe(name, tests);
    return;
  }
  if (inCi) {
    describe(name, () => {
      it('finds what it needs', () => {
        throw new Error(`${missing} CI must run these tests.`);
      });
    });
    return;
  }
  sayUntested(name, missing);
  describe.skip(name, tests);
}
