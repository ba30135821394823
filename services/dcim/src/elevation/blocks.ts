import type { Row } from '@plumbline/model';
import type { Occupant } from '../rules/rackSpace';
import { occupantAt, unitNumbers } from './rackUnits';

/** Units next to each other that a face shows as one. */
export interface Block {
  /**
   * `free`; a device `seen` from this side; one that fills the rack and shows its `back`; one on the other side,
   * `behind`.
   */
  kind: 'free' | 'seen' | 'back' | 'behind';
  device: string | undefined;
  /** The number of its lowest unit. */
  unit: number;
  /** How many units stand above it in the picture, and how many it has itself. */
  top: number;
  height: number;
}

/** What one face of a rack shows, from the top down. */
export function blocksOf(rack: Row, face: string, occupants: Occupant[]): Block[] {
  const blocks: Block[] = [];
  for (const [top, unit] of unitNumbers(rack).entries()) {
    const { kind, device } = at(unit, face, occupants);
    const last = blocks.at(-1);
    if (last && kind !== 'free' && last.kind === kind && last.device === device) {
      last.height += 1;
      last.unit = Math.min(last.unit, unit);
    } else blocks.push({ kind, device, unit, top, height: 1 });
  }
  return blocks;
}

function at(unit: number, face: string, occupants: Occupant[]): Pick<Block, 'kind' | 'device'> {
  const shown = occupantAt(unit, face, occupants);
  if (shown) return { kind: shown.face === face ? 'seen' : 'back', device: shown.id };
  const behind = occupants.find(({ position, u_height: height }) => position <= unit && unit < position + height);
  return behind ? { kind: 'behind', device: behind.id } : { kind: 'free', device: undefined };
}
