/** Milliseconds that one timer can wait for. */
const longest = 2 ** 31 - 1;

/** Acts once so many seconds are over, however many; answers how to call that off. */
export function after(seconds: number, act: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (left: number) => {
    timer = setTimeout(() => (left > longest ? wait(left - longest) : act()), Math.min(left, longest));
  };
  wait(seconds * 1000);
  return () => clearTimeout(timer);
}
