#!/usr/bin/env node
// Writes types of what a server has: plumbline-types URL|FILE TO. The token of a server stands in API_TOKEN.
const { writeTypes } = require('../dist/writeTypes.js');

const [from, to, ...more] = process.argv.slice(2);
if (from === undefined || to === undefined || from === '--help' || more.length > 0) {
  console.error('Say where the description is, and where the types are to go: plumbline-types URL|FILE types.ts');
  console.error('The token of a server stands in API_TOKEN.');
  process.exitCode = 1;
} else {
  writeTypes(from, to, process.env.API_TOKEN).then(
    () => console.log(`${to} is written.`),
    (error) => {
      console.error(error instanceof Error ? error.message : String(error));
      process.exitCode = 1;
    },
  );
}
