/** Tells whoever started the program where it is and what to try next. */
export function welcome(address: string, notices: string[]): void {
  const token = notices.length > 0 ? `\n${notices.map((notice) => `  ${notice}`).join('\n')}\n` : '';
  process.stdout.write(`
Plumbline is ready at ${address}/
${token}
  The console:               ${address}/
  The API, in a browser too: ${address}/api/
  Documentation:             ${address}/api/docs/
  A first request:           curl -H "Authorization: Token $TOKEN" ${address}/api/extras/statuses/

Stop it with Ctrl+C; everything is kept.
`);
}
