// Wants to own each file that it is told of; says whether it does.
require('./fromSources.cjs');
const { takeOwnership } = require('../src/ownership/ownership');

process.on('message', (file) => process.send(takeOwnership(file)));
process.send('ready');
