import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../program/src/supervisor/findProgram';
import { describeUnless } from '../program/describeUnless';
import { root } from '../program/root';
import { runCommand } from '../program/runCommand';
import type { RunningProgram } from '../program/runningProgram';

/** One request of the README and the answer printed below it. */
interface Example {
  script: string;
  answer: string;
}

const between = '----------8<----------';
const ask = `ask() { curl -s -H "Authorization: Token $TOKEN" -H 'Content-Type: application/json' "$@"; }`;

/**
 * Tests that the README's requests, one after the other in one shell, are answered as it says. Needs a fresh program.
 */
export function runsTheReadme(program: () => RunningProgram): void {
  const missing = ['bash', 'curl', 'jq'].filter((name) => findProgram(name) === undefined).join(', ');
  describeUnless(missing === '' ? undefined : `Not installed: ${missing}.`, 'answers what the README says', () => {
    const examples = readExamples();
    let answers: string[];
    beforeAll(async () => {
      const { url, token } = program();
      const head = `TOKEN=${token} API=${url}/api\n${ask}`;
      const { output } = await runCommand('bash', [
        '-c',
        [head, ...examples.map(({ script }) => script)].join(`\necho; echo '${between}'\n`),
      ]);
      answers = output.split(between).slice(1);
    });

    it.each(examples)('$script', ({ script, answer }) => {
      expect(lines(answers[examples.findIndex((each) => each.script === script)])).toEqual(lines(answer));
    });
  });
}

function readExamples(): Example[] {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  return [...text.matchAll(/```sh\n(.*?)```\n\n```(?:json|text)\n(.*?)```/gs)].map(([, script, answer]) => ({
    script: script as string,
    answer: answer as string,
  }));
}

const lines = (text = '') => text.split('\n').filter((line) => line.trim() !== '');
