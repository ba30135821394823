import { Api } from '../program/api';
import type { RunningProgram } from '../program/runningProgram';
import { tally } from '../program/tally';
import { readExceptions } from './exceptions';
import { withModelsBeside } from './modelsBeside';
import { readRecording, recordingFiles, type Scenario } from './recording';
import { type Replayed, replay } from './replay';
import { inScope, knownEndpoints } from './scope';
import { servedEndpoints } from './servedEndpoints';

export interface Selection {
  files?: string[];
  /** Whether a scenario is replayed; all are when absent. */
  isWanted?(scenario: Scenario): boolean;
}

/** Tests that every recorded step the program can answer by now is answered as recorded, or is a known exception. */
export function replaysRecordings(
  program: () => RunningProgram,
  { files = recordingFiles(), isWanted = () => true }: Selection = {},
): void {
  describe('answers as recorded', () => {
    const known = knownEndpoints(recordingFiles().flatMap(readRecording));
    const exceptions = readExceptions();
    let served: Set<string>;
    beforeAll(async () => {
      served = await servedEndpoints(program());
      await giveRecordedAddress(program());
    });

    it.each(files.filter((file) => readRecording(file).some(isWanted)))('%s', async (file) => {
      const scope = inScope(readRecording(file).filter(isWanted), known, served);
      const replayed = await replay(file, withModelsBeside(scope.scenarios), program());
      const isReplayed = (name: string) => scope.scenarios.some((scenario) => scenario.name === name);
      const expected = exceptions.filter((each) => each.file === file && isReplayed(each.scenario));
      const isExpected = (scenario: string, step: string) =>
        expected.some((each) => each.scenario === scenario && each.step === step);
      const failures = replayed.flatMap((scenario) =>
        scenario.steps.filter(({ ok }) => !ok).map((step) => ({ scenario: scenario.name, ...step })),
      );
      const surprises = failures.filter(({ scenario, name }) => !isExpected(scenario, name));
      const stale = expected.filter(
        ({ scenario, step }) => !failures.some((each) => each.scenario === scenario && each.name === step),
      );
      const passed = replayed.reduce((sum, each) => sum + each.passed, 0);
      tally(`${program().command}: ${file}`, passed + failures.length - surprises.length, surprises.length);
      expect({ surprises: surprises.map(inWords), stale }).toEqual({ surprises: [], stale: [] });
      expect(passed).toBeGreaterThan(0);
    });
  });
}

/** The administrator of the recordings has an e-mail address, which answers about changes and notes show. */
async function giveRecordedAddress(server: RunningProgram): Promise<void> {
  const api = new Api(server);
  const [administrator] = (await api.list('users/users/?username=admin')).results;
  await api.send('PATCH', `users/users/${administrator?.id}/`, { email: 'a@example.com' });
}

function inWords(failure: Replayed['steps'][number] & { scenario: string }): string {
  const differences = failure.diffs.slice(0, 4).map(({ category, path, expected, actual, body }) => {
    const got = body === undefined ? '' : `; ${body}`;
    return `${category} at ${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}${got}`;
  });
  return [`${failure.scenario}: ${failure.name} [${failure.method} ${failure.path}]`, ...differences].join('\n  ');
}
