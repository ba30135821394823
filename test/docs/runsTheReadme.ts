import { describeUnless } from '../program/describeUnless';
import type { RunningProgram } from '../program/runningProgram';
import { answersExamples, missingForExamples } from './answersExamples';

const missing = missingForExamples === '' ? undefined : `Not installed: ${missingForExamples}.`;

/** Tests that the README's requests are answered as it says. Needs a fresh program. */
export const runsTheReadme = (program: () => RunningProgram): void =>
  describeUnless(missing, 'answers what the README says', () => answersExamples('README.md', program));
