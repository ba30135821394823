import { domainToASCII } from 'node:url';

/** Letters and digits of any script; anything else would end the name, or escape a part of it. */
const characters = /^[a-z0-9.\-\u{80}-\u{10ffff}]+$/iu;

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether a text is the full name of a host, in letters of any script. */
export function isDomainName(text: string): boolean {
  if (!characters.test(text)) return false;
  const labels = domainToASCII(text).split('.');
  return labels.length > 1 && labels.every((part) => label.test(part)) && labels.at(-1)!.length > 1;
}
