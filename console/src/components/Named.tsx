/** A name as somebody entered it: whichever way it is written and however long, it keeps to its place. */
export function Named({ text }: { text: string }) {
  return <bdi style={{ overflowWrap: 'anywhere' }}>{text}</bdi>;
}
