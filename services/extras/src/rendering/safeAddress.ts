const protocols = ['http:', 'https:', 'mailto:'];

/** Whether an address that was made of a template may become a link: read as browsers do, it runs nothing. */
export function isSafeAddress(address: string): boolean {
  // What names no protocol is an address of the page it stands on.
  const here = 'https://here.invalid/';
  return URL.canParse(address, here) && protocols.includes(new URL(address, here).protocol);
}
