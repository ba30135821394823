const { execFileSync } = require('node:child_process');
const { copyFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');

/** The package whose version a release has: of a service, of the gateway, or of the whole program. */
function packageOf(part) {
  if (part === undefined) return 'program';
  if (part === 'gateway') return part;
  const service = path.join('services', part);
  return existsSync(path.join(root, service)) ? service : undefined;
}

// `npm run keep-release [-- PART]`: keeps what the commit checked out speaks, as the release of the program or of a part.
const part = process.argv[2];
const place = packageOf(part);
if (place === undefined) {
  process.stderr.write(`There is no part ${part}: it is gateway or a service, and nothing for the whole program.\n`);
  process.exit(1);
}
const { version } = require(path.join(root, place, 'package.json'));
const folder = path.join(root, 'contracts', 'released', part === undefined ? version : `${part}-${version}`);
if (existsSync(folder)) {
  process.stderr.write(`${path.relative(root, folder)} is there already: a version is released once.\n`);
  process.exit(1);
}
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
mkdirSync(folder);
copyFileSync(path.join(root, 'contracts/generated/bus-messages.json'), path.join(folder, 'bus-messages.json'));
writeFileSync(path.join(folder, 'release.json'), `{ "commit": "${commit}" }\n`);
process.stdout.write(`${path.relative(root, folder)}: commit ${commit}\n`);
