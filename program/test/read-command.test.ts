import { helpText } from '../src/command/help';
import { readCommand } from '../src/command/read-command';

describe('readCommand', () => {
  it.each([
    [[], 'start', []],
    [['start', '--port=1'], 'start', ['--port=1']],
    [['--target=ipam'], 'start', ['--target=ipam']],
    [['split', '--port=1'], 'split', ['--port=1']],
    [['start', '--help'], 'help', []],
    [['-h'], 'help', []],
    [['--version'], 'version', []],
    [['serve'], 'start', ['serve']],
  ])('%j is %s', (argv, name, rest) => {
    expect(readCommand(argv)).toEqual({ name, rest });
  });
});

it('helpText names every command and setting', () => {
  for (const word of ['start', 'split', '--version', '--target', 'PLUMBLINE_MAX_PAGE_SIZE'])
    expect(helpText()).toContain(word);
});
