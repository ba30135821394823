import type { Row } from '@plumbline/model';
import type { Occupant } from '../rules/rackSpace';
import { type Block, blocksOf } from './blocks';
import type { Reservation, ShownDevice } from './contents';
import type { ElevationQuery } from './elevationQuery';
import { patterns, pictureStyle } from './pictureStyle';
import { unitNumbers } from './rackUnits';

/** What is drawn: a rack, what stands in it, who of that may be named, and what is reserved. */
export interface Drawn {
  rack: Row;
  occupants: Occupant[];
  devices: Map<string, ShownDevice>;
  reservations: Map<number, Reservation>;
  /** `scheme://host`, for links. */
  base: string;
}

/** Pixels of the frame on either side of what it holds. */
const border = 2;

/** The rack as one face of it looks, as SVG. */
export function pictureOf(drawn: Drawn, wanted: ElevationQuery): string {
  const { unitWidth, unitHeight, legendWidth } = wanted;
  const units = unitNumbers(drawn.rack);
  const width = unitWidth + legendWidth + 2 * border;
  const height = unitHeight * units.length + 2 * border;
  const legend = units.map((unit, top) =>
    text('unit', legendWidth / 2, border + (top + 0.5) * unitHeight, letterSize(unitHeight) * 0.85, String(unit)),
  );
  const blocks = blocksOf(drawn.rack, wanted.face.value as string, drawn.occupants);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-label="${escaped(`${drawn.rack.name}, ${wanted.face.label.toLowerCase()}`)}">`,
    `<defs><style>${pictureStyle}</style>${patterns}</defs>`,
    ...legend,
    ...blocks.map((block) => drawBlock(block, drawn, wanted)),
    `<rect class="rack" height="${height - border}" width="${unitWidth + border}" x="${legendWidth + border / 2}" y="${border / 2}"/>`,
    '</svg>',
  ].join('\n');
}

function drawBlock(block: Block, drawn: Drawn, wanted: ElevationQuery): string {
  if (block.kind === 'free') return drawFree(block, drawn, wanted);
  const device = drawn.devices.get(block.device!);
  if (!device) return box('blocked', block, wanted);
  const face = String(wanted.face.value);
  if (block.kind === 'seen')
    return link(
      `${drawn.base}/api/dcim/devices/${device.id}/`,
      'class="device"',
      titled(device.title) +
        box('slot', block, wanted, device.color) +
        imageOf(device, face, block, wanted) +
        names(device, block, wanted, legible(device.color)),
    );
  if (block.kind === 'back')
    return `<g class="back">${titled(device.title)}${box('slot blocked', block, wanted)}${imageOf(device, face, block, wanted)}${names(device, block, wanted, undefined)}</g>`;
  // The contract has no title here; browsers show this one all the same.
  const title = `xlink:title="${escaped(device.title)}"`;
  return link(placeUrl(block, drawn, wanted), title, box('slot blocked_partial', block, wanted));
}

/** A free unit; the first of those kept for something says for what, the others that they are free when pointed at. */
function drawFree(block: Block, drawn: Drawn, wanted: ElevationQuery): string {
  const { rack, reservations } = drawn;
  const reservation = reservations.get(block.unit);
  const above = block.unit + (rack.desc_units ? -1 : 1);
  const isFirst = reservations.get(above)?.title !== reservation?.title;
  const { x, y } = middle(block, wanted);
  const size = letterSize(wanted.unitHeight);
  const words = reservation && isFirst ? reservation.description : `U${block.unit} is free`;
  return link(
    placeUrl(block, drawn, wanted),
    reservation && isFirst ? 'class="kept"' : '',
    (reservation ? titled(reservation.title) : '') +
      box(reservation ? 'slot reserved' : 'slot', block, wanted) +
      text('add-device', x, y, size, shortened(words, '', wanted.unitWidth, size)),
  );
}

/** The devices of a place in a rack; whoever adds one sends these values. */
function placeUrl({ unit }: Block, { rack, base }: Drawn, { face }: ElevationQuery): string {
  const place = new URLSearchParams({
    rack: String(rack.id),
    location: String(rack.location),
    face: String(face.value),
    position: String(unit),
  });
  return `${base}/api/dcim/devices/?${place}`;
}

const link = (address: string, attributes: string, inside: string): string =>
  `<a href="${escaped(address)}" target="_top"${attributes && ` ${attributes}`}>${inside}</a>`;

const titled = (words: string): string => `<title>${escaped(words)}</title>`;

function box(
  kind: string,
  { top, height }: Block,
  { unitWidth, unitHeight, legendWidth }: ElevationQuery,
  color?: string,
): string {
  const place = `x="${legendWidth + border}" y="${border + top * unitHeight}"`;
  const fill = color === undefined ? '' : ` style="fill: ${color}"`;
  return `<rect class="${kind}" height="${height * unitHeight}" width="${unitWidth}" ${place}${fill}/>`;
}

/** The face of the device's type that is to be seen, where there is a picture of it. */
function imageOf(device: ShownDevice, face: string, { top, height }: Block, wanted: ElevationQuery): string {
  const address = wanted.showsImages ? device.images[face] : null;
  if (!address) return '';
  const { unitWidth, unitHeight, legendWidth } = wanted;
  const place = `x="${legendWidth + border}" y="${border + top * unitHeight}"`;
  return `<image class="device-image" href="${escaped(address)}" height="${height * unitHeight}" width="${unitWidth}" ${place} preserveAspectRatio="none"/>`;
}

/** The full and the short name; the one not asked for is hidden. */
function names(
  { bays, ...device }: ShownDevice,
  block: Block,
  wanted: ElevationQuery,
  color: string | undefined,
): string {
  const { x, y } = middle(block, wanted);
  const size = letterSize(wanted.unitHeight);
  const written = (kind: string, name: string, isShown: boolean) =>
    text(`${kind}${isShown ? '' : ' hidden'}`, x, y, size, shortened(name, bays, wanted.unitWidth, size), color);
  return (
    written('rack-device-fullname', device.name, wanted.showsFullNames) +
    written('rack-device-shortname', device.shortName, !wanted.showsFullNames)
  );
}

const middle = ({ top, height }: Block, { unitWidth, unitHeight, legendWidth }: ElevationQuery) => ({
  x: legendWidth + border + unitWidth / 2,
  y: border + (top + height / 2) * unitHeight,
});

const letterSize = (unitHeight: number): number => Math.max(4, Math.min(13, Math.round(unitHeight * 0.6)));

const text = (kind: string, x: number, y: number, size: number, words: string, color?: string): string =>
  `<text class="${kind}" x="${x}" y="${y}" font-size="${size}"${color ? ` fill="${color}"` : ''}>${escaped(words)}</text>`;

/** As much of a name as has room beside what follows it; a letter is about half as wide as high. */
function shortened(name: string, ending: string, width: number, size: number): string {
  const room = Math.max(3, Math.floor((width - size) / (size * 0.56)) - ending.length);
  const letters = [...name];
  return (letters.length <= room ? name : `${letters.slice(0, room - 1).join('')}…`) + ending;
}

/** Black or white, whichever can be read on a colour. */
function legible(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? '#101418' : '#ffffff';
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (words: string): string =>
  // XML knows no control characters.
  words.replace(/[\p{Cc}\ufffe\uffff]/gu, ' ').replace(/[&<>"]/g, (sign) => entities[sign]!);
