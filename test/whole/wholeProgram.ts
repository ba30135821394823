import { runsTheReadme } from '../docs/runsTheReadme';
import { pleasesABrowser } from '../journeys/browser/pleasesABrowser';
import { keepsTheInternet } from '../journeys/iana/keepsTheInternet';
import { servesPynautobot } from '../journeys/pynautobot/servesPynautobot';
import { type Command, type RunningProgram, run } from '../program/runningProgram';
import type { Scenario } from '../replay/recording';
import { replaysRecordings } from '../replay/replaysRecordings';
import { servesItsDescription } from './servesItsDescription';

/** Everything the program as a whole must do, whichever way it is run; of the recordings those scenarios that are wanted. */
export function wholeProgram(command: Command, isWanted?: (scenario: Scenario) => boolean): void {
  let running: RunningProgram;
  const program = () => running;
  beforeAll(async () => {
    running = await run(command);
  });
  afterAll(() => running?.stop());

  // First, because its answers are those of an empty server.
  runsTheReadme(program);
  keepsTheInternet(program);
  servesItsDescription(program);
  servesPynautobot(program);
  replaysRecordings(program, isWanted ? { isWanted } : {});
  // Last, because the recordings' administrator has never signed in.
  pleasesABrowser(program);

  it('has asked the broker for nothing that it does not let its parts do', () => {
    expect(program().complaints.filter(({ message }) => message === 'NATS refused something')).toEqual([]);
  });
}
