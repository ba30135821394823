import { crc32, deflateSync } from 'node:zlib';

/** A chunk of a PNG file. */
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A real PNG picture in one shade of grey. */
export function aPicture(width: number, height: number, grey = 128): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const line = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width, grey)]);
  const points = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', points),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A file as JSON brings it. */
export const dataUrlOf = (bytes: Buffer, name: string, type = 'image/png'): string =>
  `data:${type};name=${encodeURIComponent(name)};base64,${bytes.toString('base64')}`;
