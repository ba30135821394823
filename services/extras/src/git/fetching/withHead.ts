/**
 * Adds to what a server advertises that its HEAD is the first reference, where it does not say what its HEAD is: one
 * whose HEAD leads nowhere, as after the first push to another branch, could not be fetched from otherwise. Nobody asks
 * for HEAD.
 */
export function withHead(advertised: Buffer): Buffer {
  if (advertised.includes('symref=HEAD:')) return advertised;
  for (let start = 0; start + 4 <= advertised.length; ) {
    const length = Number.parseInt(advertised.toString('latin1', start, start + 4), 16);
    if (Number.isNaN(length)) break;
    const end = start + Math.max(length, 4);
    const line = advertised.toString('latin1', start + 4, end);
    const [, name] = /^[0-9a-f]{40} ([^\0]+)\0/.exec(line) ?? [];
    if (name !== undefined) {
      const longer = `${line.trimEnd()} symref=HEAD:${name}\n`;
      const size = (longer.length + 4).toString(16).padStart(4, '0');
      return Buffer.concat([
        advertised.subarray(0, start),
        Buffer.from(size + longer, 'latin1'),
        advertised.subarray(end),
      ]);
    }
    start = end;
  }
  return advertised;
}
