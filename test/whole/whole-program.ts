import { replaysRecordings } from '../conformance/replays-recordings';
import { runsTheReadme } from '../docs/runs-the-readme';
import { pleasesABrowser } from '../journeys/browser/pleases-a-browser';
import { keepsTheInternet } from '../journeys/iana/keeps-the-internet';
import { servesPynautobot } from '../journeys/pynautobot/serves-pynautobot';
import { type Command, type RunningProgram, run } from '../program/running-program';

const startsWithin = 130_000;

/** Everything the program as a whole must do, whichever way it is run. */
export function wholeProgram(command: Command): void {
  let running: RunningProgram;
  const program = () => running;
  beforeAll(async () => {
    running = await run(command);
  }, startsWithin);
  afterAll(() => running?.stop(), startsWithin);

  // First, because its answers are those of an empty server.
  runsTheReadme(program);
  keepsTheInternet(program);
  servesPynautobot(program);
  replaysRecordings(program);
  // Last, because the recordings' administrator has never signed in.
  pleasesABrowser(program);
}
