import { createServer } from 'node:net';

/**
 * Below the ports that the system gives to connections of its own accord, so that none of them is taken before the one
 * it is for listens there. Each worker of jest has a block of its own, and each run begins somewhere else in it.
 */
const lowest = 12_000;
const blockSize = 2_500;
/** A program in the split form takes those that follow for its parts. */
const step = 10;

const block = (Number(process.env.JEST_WORKER_ID ?? 1) - 1) % 8;
let place = Math.floor(Math.random() * (blockSize / step));

/** A port on 127.0.0.1 that nobody listens on at the moment and that nobody else here is given. */
export async function freePort(): Promise<number> {
  for (;;) {
    place = (place + 1) % (blockSize / step);
    const port = lowest + block * blockSize + place * step;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
