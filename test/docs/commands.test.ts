import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandName, commandNames } from '../../program/src/command/commandPages';
import { helpText } from '../../program/src/command/help';
import { root } from '../program/root';

/** What people read, and copy commands from. */
const texts = [
  'README.md',
  'CHANGELOG.md',
  'deploy/Dockerfile',
  'deploy/compose/compose.yaml',
  'deploy/helm/plumbline/README.md',
  'deploy/helm/plumbline/values.yaml',
  'deploy/helm/plumbline/templates/NOTES.txt',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

interface Named {
  text: string;
  command: string;
  options: string[];
}

/** Every command that a text has in a line of code or in backquotes, with the options that follow it. */
function commandsIn(file: string): Named[] {
  const text = readFileSync(join(root, file), 'utf8');
  // Not `helm install plumbline deploy/…` and the like, which name no command.
  const found = text.matchAll(
    /(?:^|`|\$ |npx |-- |gateway |exec all |\$\(|key )plumbline ([a-z][a-z-]+)(?![/\w-])([^\n`#|<>]*)/gm,
  );
  return [...found].map(([line, command, rest]) => ({
    text: line!.trim(),
    command: command!,
    options: [...rest!.matchAll(/--[a-z-]+/g)].map(([option]) => option),
  }));
}

const other = ['help', 'version'];
/** Settings that may be given as options to all. */
const settings = ['--target', '--port', '--host', '--data'];

test('every command that texts name is there, and takes the options it is named with', () => {
  const named = texts.flatMap(commandsIn);
  expect(named.length).toBeGreaterThan(30);
  const unknown = named.filter(
    ({ command, options }) =>
      !other.includes(command) &&
      (!commandNames.includes(command as CommandName) ||
        !options.every((option) => settings.includes(option) || helpText(command)!.includes(option))),
  );
  expect(unknown).toEqual([]);
});

test('every command is named by a text', () => {
  const named = new Set(texts.flatMap(commandsIn).map(({ command }) => command));
  const expected = commandNames.filter((name) => !['start', 'split'].includes(name));
  expect(expected.filter((name) => !named.has(name))).toEqual([]);
});

test('the README asks for the Node that the program takes', () => {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const oldest = engines.node.replace('>=', '');
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`With Node ${oldest} or newer`);
  const checked = readFileSync(join(root, 'program/bin/checkNode.js'), 'utf8');
  expect(checked).toContain(`oldest = [${oldest.replace('.', ', ')}]`);
});
