/** Stands in for the program in tests of the supervisor: listens where it is told and obeys a few orders over HTTP. */
const { createServer } = require('node:http');
const { appendFileSync } = require('node:fs');

const target = process.argv[2].replace('--target=', '');
const note = (what) =>
  appendFileSync(process.env.SUPERVISOR_TEST_NOTES, `${JSON.stringify({ target, what, pid: process.pid })}\n`);

if (process.env.SUPERVISOR_TEST_HOPELESS === target) process.exit(78);
note({
  port: process.env.PORT,
  host: process.env.HOST,
  nats: process.env.NATS_URL,
  database: process.env.DATABASE_URL,
});
createServer((req, res) => {
  if (req.url === '/die') process.exit(3);
  res.end(JSON.stringify({ target, ipam: process.env.IPAM_URL }));
}).listen(Number(process.env.PORT), process.env.HOST);
const leave = (why) => {
  note(why);
  process.exit(0);
};
process.on('SIGTERM', () => leave('SIGTERM'));
process.on('disconnect', () => leave('disconnect'));
