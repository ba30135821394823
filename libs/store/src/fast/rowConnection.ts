import type { Socket } from 'node:net';
import { Parser } from 'pg-protocol/dist/parser';
import { NegotiatedConnection } from './negotiatedConnection';

/** What PostgreSQL says, as pg takes it in. */
interface Message {
  name: string;
  length: number;
}

/** What pg's parser does beside what its types say. */
interface PgParser {
  parse(bytes: Buffer, take: (message: Message) => void): void;
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message;
}

const PgParser = Parser as unknown as new () => PgParser;

/** The code of a message with a row, and the bytes of what says how long a message, or a value, is. */
const dataRow = 0x44;
export const lengthBytes = 4;
/** Bytes of what says how many values a row has. */
const countBytes = 2;

/** Where the length of the first value of a row stands. */
export const firstValue = (start: number): number => start + countBytes;

/** A row as PostgreSQL sent it. Its bytes are there until the next message is taken in: whoever wants them later copies them. */
export class RowMessage implements Message {
  readonly name = 'dataRow';

  constructor(
    readonly length: number,
    readonly bytes: Buffer,
    readonly start: number,
    readonly end: number,
  ) {}

  /** The values as text, as pg has them. */
  get fields(): (string | null)[] {
    const { bytes } = this;
    const fields = new Array<string | null>(bytes.readUInt16BE(this.start));
    let at = firstValue(this.start);
    for (let field = 0; field < fields.length; field++) {
      const length = bytes.readInt32BE(at);
      at += lengthBytes;
      fields[field] = length < 0 ? null : bytes.toString(undefined, at, at + length);
      if (length > 0) at += length;
    }
    return fields;
  }
}

/** pg's parser, which does not take rows apart. */
class RowParser extends PgParser {
  override handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message {
    return code === dataRow
      ? new RowMessage(length, bytes, offset, offset + length - lengthBytes)
      : super.handlePacket(offset, code, length, bytes);
  }
}

/** A connection whose rows are taken apart by who has asked for them. */
export class RowConnection extends NegotiatedConnection {
  override attachListeners(stream: Socket): void {
    const parser = new RowParser();
    const take = (message: Message): void => {
      this.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
    };
    stream.on('data', (bytes) => parser.parse(bytes, take));
  }
}
