const { readFileSync } = require('node:fs');
const path = require('node:path');

/** Whether node_modules holds what package-lock.json asks for, as npm's own record of the last installation tells. */
function isInstalled(root) {
  const installed = packagesIn(path.join(root, 'node_modules', '.package-lock.json'));
  if (installed === undefined) return false;
  const wanted = packagesIn(path.join(root, 'package-lock.json'));
  return Object.entries(wanted).every(([place, entry]) => {
    const found = installed[place];
    // Optional packages are for other platforms when they are not here.
    if (found === undefined) return place === '' || Boolean(entry.optional || entry.devOptional);
    return found.version === entry.version && found.resolved === entry.resolved;
  });
}

function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

module.exports = { isInstalled };
