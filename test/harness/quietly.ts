/** Does something in this process that has words for people on standard output and standard error, which are not shown. */
export async function quietly<T>(task: () => Promise<T>): Promise<T> {
  const silenced = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write').mockReturnValue(true));
  try {
    return await task();
  } finally {
    for (const { mockRestore } of silenced) mockRestore();
  }
}
