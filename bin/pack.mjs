// Packs what apps and programs outside this repository install: node bin/pack.mjs FOLDER
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const usage = `Usage: node bin/pack.mjs FOLDER

Packs every @plumbline/* package of this repository, as it was built, into FOLDER: a tarball for each, as npm would publish
it. Each names the others in the very version that is packed with it. docs/guides/write-an-app.md says how an app elsewhere
is begun from them.
`;

const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The folders of the packages that are for others: those that say how they are published. */
function packagesToPack() {
  const folders = readManifest(root).workspaces.flatMap((pattern) =>
    pattern.endsWith('/*')
      ? readdirSync(join(root, dirname(pattern))).map((name) => join(root, dirname(pattern), name))
      : [join(root, pattern)],
  );
  return folders
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({ folder, manifest: readManifest(folder) }))
    .filter(({ manifest }) => manifest.publishConfig !== undefined);
}

/**
 * What a manifest says to those who install the package. In the workspace it is private and takes any version of the others, which
 * npm would publish as it stands.
 */
function packedManifest({ private: _, scripts: __, devDependencies: ___, dependencies = {}, ...manifest }, versions) {
  const pinned = Object.entries(dependencies).map(([name, range]) => [name, versions.get(name) ?? range]);
  return { ...manifest, ...(pinned.length > 0 ? { dependencies: Object.fromEntries(pinned) } : {}) };
}

/** Puts a package, as it is to be packed, into a folder of its own. */
function stage({ folder, manifest }, place, versions) {
  mkdirSync(place, { recursive: true });
  for (const name of [...manifest.files.filter((entry) => !entry.startsWith('!')), 'README.md']) {
    const from = join(folder, name);
    if (existsSync(from)) cpSync(from, join(place, name), { recursive: true });
    else if (name !== 'README.md') throw new Error(`${from} is not there. Build first: npm run build`);
  }
  cpSync(join(root, 'LICENSE'), join(place, 'LICENSE'));
  writeFileSync(join(place, 'package.json'), `${JSON.stringify(packedManifest(manifest, versions), null, 2)}\n`);
}

function pack(destination) {
  const packages = packagesToPack();
  const versions = new Map(packages.map(({ manifest: { name, version } }) => [name, version]));
  const staging = mkdtempSync(join(tmpdir(), 'plumbline-pack-'));
  try {
    const places = packages.map((one, index) => {
      const place = join(staging, String(index));
      stage(one, place, versions);
      return place;
    });
    mkdirSync(destination, { recursive: true });
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const { status, stderr } = spawnSync(npm, ['pack', '--silent', '--pack-destination', destination, ...places], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(stderr);
    console.log(`${packages.length} packages are in ${destination}.`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

const [folder, ...more] = process.argv.slice(2);
if (folder === '--help') {
  process.stdout.write(usage);
} else if (folder === undefined || folder.startsWith('-') || more.length > 0) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  pack(resolve(folder));
}
