/** A directory did not answer, or not as it should; the cause says why. */
export class DirectoryUnreachable extends Error {
  override name = 'DirectoryUnreachable';
}
