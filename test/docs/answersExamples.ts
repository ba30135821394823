import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../program/src/supervisor/findProgram';
import { root } from '../program/root';
import { runCommand } from '../program/runCommand';

const between = '----------8<----------';
const ask = `ask() { curl -s -H "Authorization: Token $TOKEN" -H 'Content-Type: application/json' "$@"; }`;

/** What requests of pages are made with, as far as it is not installed; empty when all is there. */
export const missingForExamples = ['bash', 'curl', 'jq'].filter((name) => findProgram(name) === undefined).join(', ');

/** Tests that a page's requests, one after the other in one shell, are answered as it says. */
export function answersExamples(page: string, program: () => { url: string; token: string }): void {
  const examples = examplesOf(page);
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
}

const lines = (text = '') => text.split('\n').filter((line) => line.trim() !== '');

/** One request of a page and the answer printed below it. */
interface Example {
  script: string;
  answer: string;
}

/** The requests of a page that have their answers below them. */
function examplesOf(page: string): Example[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/```sh\n((?:(?!```).)*)```\n\n```(?:json|text)\n(.*?)```/gs)].map(([, script, answer]) => ({
    script: script as string,
    answer: answer as string,
  }));
}
