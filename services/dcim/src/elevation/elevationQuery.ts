import { type FieldErrors, lastValue, problems, type Query } from '@plumbline/http';
import { readUuid } from '@plumbline/model';
import { rackFaces } from '../choices/rackChoices';

/** What a request wants to see of a rack. */
export interface ElevationQuery {
  face: { value: string | number; label: string };
  /** As a picture rather than as a list. */
  asPicture: boolean;
  /** Units whose name contains this text. */
  contains: string;
  /** A device that is taken for absent. */
  exclude: string | undefined;
  /** Every unit of a device by itself, rather than its lowest alone. */
  expand: boolean;
  /** Pixels of the picture; a list takes any. */
  unitWidth: number;
  unitHeight: number;
  legendWidth: number;
  showsFullNames: boolean;
  /** Pictures of device types, where there are any. */
  showsImages: boolean;
}

const forms = ['json', 'svg'];
const longestSide = 1000;

/**
 * Reads the parameters of an elevation; throws a 400 that names each one that is wrong. Unknown and empty ones are
 * ignored.
 */
export function readElevationQuery(query: Query): ElevationQuery {
  const errors: FieldErrors = {};
  const read = <T>(
    name: string,
    otherwise: T,
    understand: (value: string) => T | undefined,
    problem: (value: string) => string,
  ): T => {
    const value = lastValue(query, name);
    if (!value) return otherwise;
    const understood = understand(value);
    if (understood === undefined) errors[name] = [problem(value)];
    return understood ?? otherwise;
  };
  const notAChoice = (value: string) => `"${value}" is not a valid choice.`;
  const flag = (name: string) => read(name, true, readFlag, () => 'Must be a valid boolean.');
  const asPicture = read('render', 'json', (value) => forms.find((form) => form === value), notAChoice) === 'svg';
  const pixels = (name: string, otherwise: number) =>
    asPicture
      ? read(name, otherwise, readPixels, () => `A valid integer from 1 to ${longestSide} is required.`)
      : read(name, otherwise, readInteger, () => 'A valid integer is required.');
  const wanted: ElevationQuery = {
    face: read('face', asChoice('front'), asChoice, notAChoice)!,
    asPicture,
    contains: lastValue(query, 'q') ?? '',
    exclude: read<string | undefined>('exclude', undefined, readUuid, () => 'Must be a valid UUID.'),
    expand: flag('expand_devices'),
    unitWidth: pixels('unit_width', 230),
    unitHeight: pixels('unit_height', 22),
    legendWidth: pixels('legend_width', 30),
    showsFullNames: flag('display_fullname'),
    showsImages: flag('include_images'),
  };
  if (Object.keys(errors).length > 0) throw problems.fields(errors);
  return wanted;
}

function asChoice(face: string): ElevationQuery['face'] | undefined {
  const found = rackFaces.find(([known]) => known === face);
  return found && { value: found[0], label: found[1] };
}

function readFlag(value: string): boolean | undefined {
  if (/^(t|true|y|yes|on|1)$/i.test(value.trim())) return true;
  return /^(f|false|n|no|off|0)$/i.test(value.trim()) ? false : undefined;
}

const readInteger = (value: string): number | undefined =>
  /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : undefined;

/** How much of a picture something takes, which nobody may want without end. */
function readPixels(value: string): number | undefined {
  const pixels = readInteger(value);
  return pixels !== undefined && pixels >= 1 && pixels <= longestSide ? pixels : undefined;
}
