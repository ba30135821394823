import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';

/** How often whoever works says so, and after which silence nobody does any more; in milliseconds. */
const saidEvery = 10_000;
const silentAfter = 60_000;

/** What this process itself is at work with. */
const ours = new Set<string>();

/** Does work that needs a folder for itself; throws, in a sentence for the operator, while another import has it. */
export async function aloneWith<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = `${folder}.lock`;
  const busy = () =>
    new Error(`Another import is at work in ${folder}. Wait until it has ended, and give the same command again.`);
  if (ours.has(file) || (await isHeld(file))) throw busy();
  ours.add(file);
  try {
    await rm(file, { force: true });
    await writeFile(file, String(process.pid), { mode: 0o600, flag: 'wx' }).catch((error) => {
      throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? busy() : error;
    });
    const saying = setInterval(() => utimes(file, new Date(), new Date()).catch(() => undefined), saidEvery);
    try {
      return await work();
    } finally {
      clearInterval(saying);
      await rm(file, { force: true });
    }
  } finally {
    ours.delete(file);
  }
}

/** Whether a process that still works has it. In a container another one may have the number of one that was killed. */
async function isHeld(file: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(file);
    const number = Number(await readFile(file, 'utf8'));
    return Date.now() - mtimeMs < silentAfter && number !== process.pid && isRunning(number);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function isRunning(number: number): boolean {
  try {
    return process.kill(number, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
