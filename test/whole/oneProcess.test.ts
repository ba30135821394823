import { isChosen } from '../harness/chosenApplications';
import { applicationsOf, type Scenario } from '../replay/recording';
import { wholeProgram } from './wholeProgram';

/** Which of the recordings can be answered otherwise after a change of the applications that were chosen. */
const isWanted = (scenario: Scenario) => {
  const named = applicationsOf(scenario);
  return named.length === 0 || named.some(isChosen);
};

describe('Plumbline in one process', () => wholeProgram('start', isWanted));
