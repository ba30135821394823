require('../program/bin/checkNode.js').checkNode();
require('./prepare').prepare();
require('../program/bin/plumbline');
