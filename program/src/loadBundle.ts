import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { constants, Script } from 'node:vm';

/** The program and all it loads in one file, which the build writes. */
const bundle = join(__dirname, 'bundle', 'program.js');

/** It begins with a comment that has this many characters of its digest. */
const digestLength = 16;

type Program = typeof import('./program');

/**
 * Runs the program's bundle, and answers what it exports; undefined where none was built. Without it some two thousand files
 * are found, read and compiled one by one, which takes longer than all else that a start does. What V8 makes of the bundle is kept
 * beside it, where its folder can be written to, by the first target of a Node and its flags; later ones take it from there.
 */
export function loadBundle(): Program | undefined {
  // It is written in ASCII, and in the shape of a function, so that there is no second copy of it.
  const text = read(bundle, 'latin1');
  if (text === undefined) return undefined;
  const compiled = `${bundle}.${text.slice(2, 2 + digestLength)}.${thisNode()}`;
  const cachedData = read(compiled);
  const script = new Script(text, {
    filename: bundle,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData ? { cachedData } : {}),
  });
  const program = run(script);
  if (cachedData && !script.cachedDataRejected) return program;
  return {
    ...program,
    loadTargets: async () => {
      const targets = await program.loadTargets();
      // Other targets than this one take it from there too.
      await targets.loadEveryKind();
      keep(compiled, script.createCachedData());
      return targets;
    },
  };
}

/**
 * Tells this very Node with its flags from others. V8 tells its own versions apart, and neither which Node it is in nor how that
 * was built, and ends the process over what another has kept.
 */
function thisNode(): string {
  const { size, mtimeMs } = statSync(process.execPath);
  const parts = [process.version, process.platform, process.arch, size, mtimeMs, cachedDataVersionTag()];
  return createHash('sha256').update(parts.join()).digest('hex').slice(0, digestLength);
}

function run(script: Script): Program {
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(bundle), module, bundle, dirname(bundle));
  return module.exports as Program;
}

function read(file: string): Buffer | undefined;
function read(file: string, encoding: BufferEncoding): string | undefined;
function read(file: string, encoding?: BufferEncoding): Buffer | string | undefined {
  try {
    return readFileSync(file, encoding);
  } catch {
    return undefined;
  }
}

/** V8 believes what it reads: it appears whole, or not at all. */
function keep(file: string, data: Buffer): void {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, data);
    const written = openSync(draft, 'r+');
    fsyncSync(written);
    closeSync(written);
    renameSync(draft, file);
  } catch {
    // Where nothing can be written, as in an image, each start compiles for itself.
    rmSync(draft, { force: true });
  }
}
