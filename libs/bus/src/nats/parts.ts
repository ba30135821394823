import { headers as createHeaders, type NatsConnection } from '@nats-io/transport-node';

/** Names the place of one message in a longer one: `3/12`, counted from 0. */
export const partHeader = 'Plumbline-Part';
/** On a request too large for one message: how many parts will follow once somebody has said where to send them. */
export const partsHeader = 'Plumbline-Parts';
/** On the answer to such a request: where to send the parts. */
export const sendToHeader = 'Plumbline-Send-To';
/** On a request too large for one message: the deadline, which otherwise stands in the envelope. */
export const deadlineHeader = 'Plumbline-Deadline';
/** On an event too large as it is: its data is deflated. */
export const deflatedHeader = 'Plumbline-Deflated';

/** Refuses sizes that no page or bulk request reaches, before they fill the memory. */
const partsAtMost = 256;

/** Cuts bytes into parts of at most `size`, without copying them. */
export function cut(bytes: Buffer, size: number): Buffer[] {
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += size) parts.push(bytes.subarray(start, start + size));
  return parts;
}

/** Sends the parts of one message in order, each saying where it belongs. */
export function publishParts(connection: NatsConnection, subject: string, parts: readonly Buffer[]): void {
  parts.forEach((part, index) => {
    const headers = createHeaders();
    headers.set(partHeader, `${index}/${parts.length}`);
    connection.publish(subject, part, { headers });
  });
}

/** Collects the parts of one long message. */
export interface Assembly {
  /** Adds a part and returns the whole once it is complete. */
  add(index: number, data: Uint8Array): Buffer | undefined;
}

/** Starts collecting `count` parts; throws a RangeError for a count that is no reasonable number. */
export function createAssembly(count: number): Assembly {
  if (!Number.isInteger(count) || count < 1 || count > partsAtMost) throw new RangeError(`a message in ${count} parts`);
  const parts = new Array<Uint8Array | undefined>(count);
  let missing = count;
  return {
    add(index, data) {
      if (index >= 0 && index < count && parts[index] === undefined) {
        parts[index] = data;
        missing--;
      }
      return missing === 0 ? Buffer.concat(parts as Uint8Array[]) : undefined;
    },
  };
}

/** Reads a part header. */
export function readPlace(text: string): { index: number; count: number } {
  const [index, count] = text.split('/').map(Number);
  return { index: index ?? Number.NaN, count: count ?? Number.NaN };
}
