import { describeSettings } from '@plumbline/config';
import { type CommandName, type CommandPage, commandNames, commandPages } from './commandPages';
import { suggestion } from './suggestion';

/** What `plumbline help` says: of everything, of a command, of the settings; undefined of what there is not. */
export function helpText(topic?: string): string | undefined {
  if (topic === undefined) return overview();
  if (topic === 'settings') return `Settings, as options or environment variables:\n${describeSettings()}\n`;
  const name = commandNames.find((command) => command === topic);
  return name && aboutCommand(name);
}

/** What is said to whoever wants to read of something there is not. */
export const noHelp = (topic: string): string =>
  `There is no help on "${topic}"${suggestion(topic, [...commandNames, 'settings'])} All there is: plumbline help`;

function overview(): string {
  const width = Math.max(...commandNames.map((name) => name.length));
  const rows = commandNames.map((name) => `  ${name.padEnd(width)}  ${commandPages[name].summary}`);
  return `Plumbline, a network source of truth.

Usage: plumbline [command] [options]

Commands:
${rows.join('\n')}

  plumbline help COMMAND    tells all about one (the same: plumbline COMMAND --help)
  plumbline help settings   lists the settings, which are options and environment variables
  plumbline version         shows the version (the same: --version)
`;
}

function aboutCommand(name: CommandName): string {
  const { usage, text }: CommandPage = commandPages[name];
  const forms = usage.map((form) => `plumbline ${form}`);
  return `Usage: ${forms.join('\n       ')}\n\n${text}\n\nSettings, which every command takes: plumbline help settings\n`;
}
