/**
 * A crowd from one address, in a process of its own so that whoever measures is not held up: `idle` holds connections
 * on which nothing is asked, `half` sends part of a request, `guess` signs in with wrong passwords as fast as it can.
 */
const { Agent, request } = require('node:http');
const { connect } = require('node:net');

const [kind, port, size, from] = process.argv.slice(2);
const target = { host: '127.0.0.1', port: Number(port), localAddress: from };
const agent = new Agent({ keepAlive: true, maxSockets: Number(size) });
const told = { opened: 0, closed: 0, statuses: {} };

function hold() {
  const socket = connect(target);
  socket.on('connect', () => {
    told.opened += 1;
    if (kind === 'half') socket.write('POST /api/users/tokens/ HTTP/1.1\r\nHost: x\r\nX-');
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    told.closed += 1;
  });
  socket.resume();
}

let guesses = 0;
function guess() {
  const name = guesses++ % 2 ? 'admin' : `nobody${guesses}`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${name}:guess`).toString('base64')}`,
    'content-type': 'application/json',
    'content-length': 2,
  };
  const sent = request({ ...target, agent, method: 'POST', path: '/api/users/tokens/', headers }, (answer) => {
    told.statuses[answer.statusCode] = (told.statuses[answer.statusCode] ?? 0) + 1;
    answer.resume();
    answer.on('end', guess);
  });
  sent.on('error', () => setTimeout(guess, 100));
  sent.end('{}');
}

for (let each = 0; each < Number(size); each++) kind === 'guess' ? guess() : hold();
process.on('message', () => process.send(told));
