/** The same database, reached over TCP by another port of this machine: that of a proxy or a pooler before its server. */
export function throughPort(url: string, port: number): string {
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  // The server's socket, by which it is reached otherwise.
  through.searchParams.delete('host');
  return through.href;
}
