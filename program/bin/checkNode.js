// Written for the oldest Node there may be, so that it can still say what is wrong.

var oldest = [20, 19];

/** Ends the process with an explanation when this Node is older than the program needs. */
function checkNode() {
  var found = process.versions.node.split('.').map(Number);
  var isEnough = found[0] > oldest[0] || (found[0] === oldest[0] && found[1] >= oldest[1]);
  if (isEnough) return;
  process.stderr.write(
    'Plumbline needs Node ' +
      oldest.join('.') +
      ' or newer; this is ' +
      process.versions.node +
      '.\n' +
      'Get a newer one from https://nodejs.org/ or with your version manager, then run the same command again.\n',
  );
  process.exit(78);
}

module.exports = { checkNode: checkNode };
