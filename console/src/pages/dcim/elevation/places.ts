import type { DrawnRack, Face, RackDevice } from './rackContents';

/** Where a device may stand. */
export interface Place {
  rack: string;
  face: Face;
  /** Its lowest unit. */
  unit: number;
}

/** How many rows of a rack, from the top, are above a device that stands from `unit` on. */
export const rowOf = (rack: DrawnRack, unit: number, height: number): number =>
  rack.isDescending ? unit - 1 : rack.height - (unit + height - 1);

/** The lowest unit of a device whose first row is this one: kept within the rack. */
export function unitAt(rack: DrawnRack, row: number, height: number): number {
  const within = Math.max(0, Math.min(row, rack.height - height));
  return rack.isDescending ? within + 1 : rack.height - within - height + 1;
}

/** The numbers of a rack's units, from the top. */
export const unitNumbers = (rack: DrawnRack): number[] =>
  Array.from({ length: rack.height }, (_, row) => unitAt(rack, row, 1));

/** Devices that stand in units, with the unit. */
export const placed = (rack: DrawnRack): (RackDevice & { position: number })[] =>
  rack.devices.filter(
    (device): device is RackDevice & { position: number } => device.position !== null && device.height > 0,
  );

/** What is in the way of a device at a place, as a sentence; undefined where nothing is that can be seen from here. */
export function obstacleAt(rack: DrawnRack, device: RackDevice, { face, unit }: Place): string | undefined {
  if (unit < 1 || unit + device.height - 1 > rack.height) return `It does not fit into ${rack.name} there.`;
  const other = placed(rack).find(
    (one) =>
      one.id !== device.id &&
      one.position < unit + device.height &&
      unit < one.position + one.height &&
      (one.isFullDepth || device.isFullDepth || one.face === face),
  );
  return other && `${other.name} stands there.`;
}

/** How many units something stands in, on either side. */
export function unitsTaken(rack: DrawnRack): number {
  const taken = new Set<number>();
  for (const { position, height } of placed(rack))
    for (let unit = position; unit < position + height; unit += 1) taken.add(unit);
  return taken.size;
}

/** Units next to each other as one: `[1, 2, 5]` → `[[1, 2], [5, 5]]`. */
export function ranges(units: readonly number[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const unit of [...units].sort((one, other) => one - other)) {
    const last = found.at(-1);
    if (last && last[1] === unit - 1) last[1] = unit;
    else found.push([unit, unit]);
  }
  return found;
}

/** The same height in what is drawn next to a place: of racks side by side, each with these faces. */
export function beside(racks: DrawnRack[], faces: readonly Face[], at: Place, device: RackDevice, by: number): Place {
  const columns = racks.flatMap((rack) => faces.map((face) => ({ rack, face })));
  const here = columns.findIndex(({ rack, face }) => rack.id === at.rack && face === at.face);
  const next = columns[(here + by + columns.length) % columns.length];
  const from = racks.find(({ id }) => id === at.rack);
  if (!next || !from) return at;
  // Counted from the floor, where all of them stand.
  const below = from.height - rowOf(from, at.unit, device.height) - device.height;
  return {
    rack: next.rack.id,
    face: next.face,
    unit: unitAt(next.rack, next.rack.height - below - device.height, device.height),
  };
}
