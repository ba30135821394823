import { FileToKeep, type Model } from '@plumbline/model';
import { addError, type Item, parsed } from '../../core/item';

/** Stage of a write: what was sent as a file becomes a reference to it, and what is measured of it is. */
export function takeFiles(model: Model, items: Item[], largest: number): void {
  const files = Object.entries(model.fields).filter(([, field]) => field.isFile);
  if (files.length === 0) return;
  const measured = Object.entries(model.fields).filter(([, field]) => field.options.measured);
  for (const item of parsed(items)) {
    for (const [name] of files) takeFile(item, name, largest);
    for (const [name, { options }] of measured) {
      const { file, side } = options.measured!;
      delete item.sent[name];
      if (item.files[file]) item.sent[name] = item.files[file].measures[side];
    }
  }
}

function takeFile(item: Item, name: string, largest: number): void {
  const file = item.sent[name];
  if (!(file instanceof FileToKeep)) return;
  item.sent[name] = file.reference;
  if (file.bytes.length > largest)
    addError(item, { [name]: [`The file has ${file.bytes.length} bytes; at most ${largest} are taken.`] });
  else item.files[name] = file;
}
