import { blocks as rows } from './blocks.json';

/** A block of addresses as IANA's registries list it. */
export interface Block {
  prefix: string;
  designation: string;
  /** Year and month, or the day, on which it was handed out. */
  date: string | null;
  rir: string | null;
  status: string;
}

/** Every IPv4 /8 and the IPv6 unicast blocks. */
export const blocks: readonly Block[] = rows;

export const isIpv4 = ({ prefix }: Block) => prefix.includes('.');
export const lengthOf = ({ prefix }: { prefix: string }) => Number(prefix.split('/')[1]);

/** The registries that blocks were handed to. */
export const registries: readonly string[] = [...new Set(blocks.flatMap(({ rir }) => (rir === null ? [] : [rir])))];
