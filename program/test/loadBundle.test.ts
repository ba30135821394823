import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadBundle } from '../src/loadBundle';

const built = join(__dirname, '..', 'dist', 'loadBundle.js');
const [describeBuilt, reason] = existsSync(built) ? [describe, ''] : [describe.skip, ': not built, npm run build'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-bundle-'));
  copyFileSync(built, join(folder, 'loadBundle.js'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What only a function has that runs when all is loaded. */
const ofEveryKind = 'said by a target of some kind';

/** Writes a bundle of a program that says something as its targets are loaded. */
function write(digest: string, said: string): void {
  const file = join(folder, 'bundle', 'program.js');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `//${digest}\n(function (exports, require, module, __filename, __dirname) {
      exports.runProgram = async () => 0;
      exports.loadTargets = async () => ({ said: ${JSON.stringify(said)}, place: __dirname, loadEveryKind: async () => '${ofEveryKind}' });
    })`,
  );
}

/** What a process that loads the bundle, and its targets, says. */
function load(...flags: string[]): { said: string; place: string } {
  const script = `require(${JSON.stringify(join(folder, 'loadBundle.js'))}).loadBundle().loadTargets().then((targets) => console.log(JSON.stringify(targets)))`;
  return JSON.parse(execFileSync(process.execPath, [...flags, '-e', script], { encoding: 'utf8' }));
}

const kept = () => readdirSync(join(folder, 'bundle')).filter((name) => name !== 'program.js');

test('without a bundle there is nothing to run', () => {
  expect(loadBundle()).toBeUndefined();
});

describeBuilt(`the bundle of a program${reason}`, () => {
  test('runs where it lies, and what V8 makes of it is kept for each set of flags', () => {
    write('0123456789abcdef', 'one');
    expect(load()).toEqual({ said: 'one', place: join(folder, 'bundle') });
    expect(kept()).toHaveLength(1);
    expect(load().said).toBe('one');
    expect(kept()).toHaveLength(1);
    expect(load('--max-old-space-size=300').said).toBe('one');
    expect(kept()).toHaveLength(2);
  });

  test('is kept with what targets need that were not started', () => {
    write('0123456789abcdef', 'one');
    load();
    expect(readFileSync(join(folder, 'bundle', kept()[0]!), 'latin1')).toContain(ofEveryKind);
  });

  test('is not taken for another that is as long', () => {
    write('0123456789abcdef', 'one');
    load();
    write('fedcba9876543210', 'two');
    expect(load().said).toBe('two');
  });

  test('runs where what V8 made of it was cut off, and it is made anew', () => {
    write('0123456789abcdef', 'one');
    load();
    const [name] = kept();
    writeFileSync(join(folder, 'bundle', name!), '');
    expect(load().said).toBe('one');
    expect(kept()).toEqual([name]);
  });

  test('runs where nothing can be written', () => {
    write('0123456789abcdef', 'one');
    load();
    const [name] = kept();
    rmSync(join(folder, 'bundle', name!));
    // Even whoever may write everywhere does not replace a folder by a file.
    mkdirSync(join(folder, 'bundle', name!, 'taken'), { recursive: true });
    expect(load().said).toBe('one');
    expect(kept()).toEqual([name]);
  });
});
