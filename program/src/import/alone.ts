import { ownIdentityAnywhere, releaseOwnership, showLife, showLifeEvery, takeOwnership } from '../ownership/ownership';

/** What this process itself is at work with. */
const ours = new Set<string>();

/**
 * Does work that needs a folder for itself; throws, in a sentence for the operator, while another import has it, in
 * whichever container. Where the file system cannot say who has it, it is for the operator to see to that.
 */
export async function aloneWith<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = `${folder}.lock`;
  const mine = ownIdentityAnywhere();
  if (ours.has(file) || !take(file, mine))
    throw new Error(
      `Another import is at work in ${folder}. Wait until it has ended, and give the same command again.`,
    );
  ours.add(file);
  const life = setInterval(() => showLife(file, mine), showLifeEvery);
  try {
    return await work();
  } finally {
    clearInterval(life);
    ours.delete(file);
    releaseOwnership(file, mine);
  }
}

/** What file systems say that have no hard links. */
const noLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

function take(file: string, mine: string): boolean {
  try {
    return takeOwnership(file, mine);
  } catch (error) {
    const { syscall, code = '' } = error as NodeJS.ErrnoException;
    if (syscall === 'link' && noLinks.includes(code)) return true;
    throw error;
  }
}
