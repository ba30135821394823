/**
 * Runs a program as its child and ends it when the pipe on standard input closes, which happens when whoever holds the
 * other end is gone, even without a word. The program itself must not keep the pipe open.
 */
const script = `
exec 3<&0 </dev/null
"$@" 3<&- &
child=$!
trap 'kill "$child"' TERM
{ cat <&3 >/dev/null; kill "$child"; } 2>/dev/null &
exec 3<&-
wait "$child"
code=$?
wait "$child"
exit $code
`;

/** How to run a foreign program so that it does not outlive us; its standard input must be a pipe that we hold. */
export function endingWithParent(
  path: string,
  parameters: readonly string[],
): { path: string; arguments: readonly string[] } {
  return { path: '/bin/sh', arguments: ['-c', script, 'death-watch', path, ...parameters] };
}
