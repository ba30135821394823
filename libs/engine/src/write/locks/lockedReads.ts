import type { Model } from '@plumbline/model';
import { relationsOf } from '../references/relations';
import { readsGuarded } from './guarded';

/** What the rules of a model read of related objects, and how these are kept as they are meanwhile. */
export interface LockedRead {
  relation: string;
  target: string;
  reads: string[];
  lock: 'FOR NO KEY UPDATE' | 'FOR SHARE' | 'waits while it is changed' | 'none: nothing there looks back';
}

/** Every relation of a model of which its rules read something, for people who review how rules are kept. */
export function lockedReads(model: Model, findModel: (label: string) => Model | undefined): LockedRead[] {
  return relationsOf(model, () => [])
    .filter(({ needs }) => needs.length > 0)
    .map(({ name, label, needs }): LockedRead => {
      const target = findModel(label);
      return { relation: name, target: label, reads: needs, lock: lockOf(model, name, target, needs) };
    });
}

function lockOf(model: Model, relation: string, target: Model | undefined, needs: string[]): LockedRead['lock'] {
  if (model.exclusive.includes(relation)) return 'FOR NO KEY UPDATE';
  if (!target || !readsGuarded(target, needs)) return 'none: nothing there looks back';
  return target.app === model.app ? 'FOR SHARE' : 'waits while it is changed';
}
