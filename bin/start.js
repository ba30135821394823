require('./check-node').checkNode();
require('./prepare').prepare();
// In this very process, so that arguments, signals and the exit code need nobody in between.
require('../program/dist/main');
