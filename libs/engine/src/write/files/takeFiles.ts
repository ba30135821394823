import { FileToKeep, type Model } from '@plumbline/model';
import { fileFields } from '../../core/fieldSets';
import { addError, type Item, parsed } from '../../core/item';
import { memoize } from '../../core/kept/memoize';

/** Stage of a write: what was sent as a file becomes a reference to it, and what is measured of it is. */
export function takeFiles(model: Model, items: Item[], largest: number): void {
  if (fileFields(model).length === 0) return;
  for (const item of parsed(items)) {
    for (const [name] of fileFields(model)) takeFile(item, name, largest);
    for (const [name, { options }] of measuredFields(model)) {
      const { file, side } = options.measured!;
      delete item.sent[name];
      if (item.files[file]) item.sent[name] = item.files[file].measures[side];
    }
  }
}

/** The fields that are measured of a file. */
const measuredFields = memoize((model: Model) =>
  Object.entries(model.fields).filter(([, { options }]) => options.measured),
);

function takeFile(item: Item, name: string, largest: number): void {
  const file = item.sent[name];
  if (!(file instanceof FileToKeep)) return;
  item.sent[name] = file.reference;
  if (file.bytes.length > largest)
    addError(item, { [name]: [`The file has ${file.bytes.length} bytes; at most ${largest} are taken.`] });
  else item.files[name] = file;
}
