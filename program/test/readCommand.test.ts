import { commandNames } from '../src/command/commandPages';
import { helpText } from '../src/command/help';
import { readCommand } from '../src/command/readCommand';

describe('readCommand', () => {
  it.each([
    [[], 'start', []],
    [['start', '--port=1'], 'start', ['--port=1']],
    [['--target=ipam'], 'start', ['--target=ipam']],
    [['split', '--port=1'], 'split', ['--port=1']],
    [['start', '--help'], 'help', ['start']],
    [['user', 'add', '-h'], 'help', ['user']],
    [['-h'], 'help', []],
    [['--port=1', '--help'], 'help', []],
    [['help'], 'help', []],
    [['help', 'restore'], 'help', ['restore']],
    [['help', '--help'], 'help', []],
    [['--version'], 'version', []],
    [['version'], 'version', []],
    [['serve', 'now'], 'unknown', ['serve']],
  ])('%j is %s', (argv, name, rest) => {
    expect(readCommand(argv)).toEqual({ name, rest });
  });
});

describe('helpText', () => {
  it('names every command in a line that a terminal holds, and where the rest is', () => {
    const text = helpText()!;
    for (const name of commandNames) expect(text).toMatch(new RegExp(`^  ${name} +\\S.{10,}$`, 'm'));
    for (const name of ['help COMMAND', 'help settings', '--version']) expect(text).toContain(name);
    expect(text.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  it('tells how each command is used', () => {
    for (const name of commandNames) expect(helpText(name)).toMatch(new RegExp(`^Usage: plumbline ${name}\\b`));
  });

  it('tells users of Nautobot what their clients need', () => {
    for (const name of ['start', 'import']) expect(helpText(name)).toContain('PLUMBLINE_NESTED_RELATIONS=object');
  });

  it('lists the settings', () => {
    for (const name of ['--target', 'PLUMBLINE_MAX_PAGE_SIZE']) expect(helpText('settings')).toContain(name);
  });
});
