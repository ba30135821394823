import { releaseOwnership, takeOwnership } from '../ownership/ownership';

/** What this process itself is at work with. */
const ours = new Set<string>();

/** Does work that needs a folder for itself; throws, in a sentence for the operator, while another import has it. */
export async function aloneWith<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = `${folder}.lock`;
  if (ours.has(file) || !takeOwnership(file))
    throw new Error(
      `Another import is at work in ${folder}. Wait until it has ended, and give the same command again.`,
    );
  ours.add(file);
  try {
    return await work();
  } finally {
    ours.delete(file);
    releaseOwnership(file);
  }
}
