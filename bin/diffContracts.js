const path = require('node:path');
require('./prepare').prepare();
const { diffContracts } = require('../program/dist/contracts/diffContracts.js');

// `npm run contracts:diff [-- COMMIT]`: what changed in the description of the API, and whether it breaks clients.
const { lines, fails } = diffContracts(path.join(__dirname, '..'), process.argv[2]);
console.log(lines.join('\n'));
process.exitCode = fails ? 1 : 0;
