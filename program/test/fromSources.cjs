// Lets a process of its own run our sources: nothing has to be built first.
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
  const options = {
    filename,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    module: { type: 'commonjs' },
  };
  module._compile(transformSync(readFileSync(filename, 'utf8'), options).code, filename);
};
