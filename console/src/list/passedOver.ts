import { notifications } from '@mantine/notifications';
import type { Action, Model } from '../api/models';
import type { ApiObject } from '../api/types';

/** Objects that are named of many that were passed over. */
const most = 10;

/** The ids of objects that an answer does not have. */
export function missing(ids: readonly string[], answered: readonly ApiObject[]): string[] {
  const known = new Set(answered.map(({ id }) => String(id)));
  return ids.filter((id) => !known.has(id));
}

/** Which of several objects something is done with. */
export const whichOfThem = ({ some }: Model, action: Action, done: string): string =>
  some?.includes(action) ? `All of them that you may ${action} ${done}, or none.` : `All of them ${done}, or none.`;

/** Says what was done with several objects, and which were passed over because they are not one's own to do it with. */
export function tellOutcome({
  model,
  ids,
  passedOver,
  nameOf,
  of = '',
  done,
}: {
  model: Model;
  ids: readonly string[];
  passedOver: readonly string[];
  nameOf(id: string): string;
  /** What of them, where it is not the whole: `Tags of `. */
  of?: string;
  done: 'changed' | 'deleted';
}): void {
  const count = ids.length - passedOver.length;
  const message = `${of}${count.toLocaleString('en')} ${count === 1 ? model.title : model.plural} ${done}.`;
  if (passedOver.length === 0) return void notifications.show({ message });
  const verb = done === 'changed' ? 'change' : 'delete';
  const names = passedOver.slice(0, most).map(nameOf).join(', ');
  const more = passedOver.length > most ? ` and ${(passedOver.length - most).toLocaleString('en')} more` : '';
  notifications.show({
    color: 'red',
    autoClose: false,
    title: message,
    message: `These are not yours to ${verb}: ${names}${more}.`,
  });
}
