require('../program/bin/checkNode.js').checkNode();
const { prepare, toRun } = require('./prepare');

prepare(toRun);
require('../program/bin/plumbline');
