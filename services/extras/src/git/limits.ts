/** What a repository may cost. One that costs more is not taken over, or not the part of it that does. */
export const gitLimits = {
  /** Seconds until everything has been fetched and read. */
  seconds: 120,
  /** Seconds in which nothing at all comes from a server before it is given up: others wait for their turn meanwhile. */
  greeting: 15,
  /** The same of one that has begun to answer, which may take long to make a pack. */
  patience: 40,
  /** Bytes of everything the server answers. */
  received: 64 * 1024 * 1024,
  /** Bytes of memory of the process that fetches and reads. */
  memory: 768 * 1024 * 1024,
  /** Entries of folders that are looked at. */
  entries: 20_000,
  /** Files that are read. */
  files: 5_000,
  /** Bytes of one of them. */
  fileSize: 1024 * 1024,
  /** Bytes of all of them together. */
  allFiles: 32 * 1024 * 1024,
  /** Folders within folders of jobs. */
  depth: 8,
  /** Levels of data within data. */
  nesting: 100,
  /** Things that are told to be wrong. */
  problems: 500,
} as const;
