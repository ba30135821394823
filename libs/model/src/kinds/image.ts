import { disableTypes, imageSize, types } from 'image-size';
import { accept, type Kind, refuse } from '../fields/kind';
import { FileToKeep, readFile, safeFileName } from './file';
import { textual } from './text';

/** The kinds of picture that are taken, all of points rather than of instructions, and their media types. */
export const pictureTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
};

// Readers of kinds that are not taken have no business with what strangers send.
disableTypes(types.filter((type) => !Object.hasOwn(pictureTypes, type)));

const largestSide = 32767;

/** A picture that clients upload; the column holds whose bytes it is (`FileToKeep`), and objects show its address. */
export const image: Kind = {
  ...textual,
  keepsFiles: true,
  loggedNull: '',
  parse: (value) => {
    const sent = readFile(value);
    if (!sent) return refuse('The submitted data was not a file. Check the encoding type on the form.');
    if (sent.bytes.length === 0) return refuse('The submitted file is empty.');
    const picture = lookAt(sent.bytes);
    if (!picture) return refuse('Upload a valid image: PNG, JPEG, GIF, WebP or BMP.');
    const { type, width, height } = picture;
    if (!isSmallEnough(picture))
      return refuse(`The image is ${width} × ${height} pixels large; no side may have more than ${largestSide}.`);
    return accept(new FileToKeep(sent.bytes, safeFileName(sent.name, type, 'image'), { width, height }));
  },
  wire: () => ({ type: 'string', format: 'uri' }),
};

/** Whether fields of pictures take these bytes. */
export function isPicture(bytes: Buffer): boolean {
  const picture = lookAt(bytes);
  return picture !== undefined && isSmallEnough(picture);
}

const isSmallEnough = ({ width, height }: Picture): boolean => width <= largestSide && height <= largestSide;

interface Picture {
  type: string;
  width: number;
  height: number;
}

/** What the bytes are by themselves, whatever they are called; undefined when they are no such picture. */
function lookAt(bytes: Buffer): Picture | undefined {
  try {
    // The reader looks past the end of a short file into memory that it shares; in memory of its own there is nothing.
    const { type, width, height } = imageSize(new Uint8Array(bytes));
    return type !== undefined && Object.hasOwn(pictureTypes, type) && width > 0 && height > 0
      ? { type, width, height }
      : undefined;
  } catch {
    return undefined;
  }
}
