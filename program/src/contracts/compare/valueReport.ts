import { quoted, type Report } from './difference';

/** Whether clients send what is described, or are sent it. */
export type Use = 'requests' | 'answers';

/** Says what it means to clients that more or fewer values are possible than before, perhaps of a member. */
export interface ValueReport {
  /** Who sends them can go on; who is sent them may not know the new ones. */
  wider(text: string, member?: string): void;
  /** Who sends them may be refused; who is sent them can go on. */
  narrower(text: string, member?: string): void;
  /** As `wider`, where whoever is sent such values is expected to take new ones. */
  open(text: string): void;
}

/** Makes the report on the values of a place. */
export function createValueReport(use: Use, place: string, report: Report): ValueReport {
  const at = (member?: string) => (member === undefined ? place : `${place}, ${quoted([member])}`);
  return {
    wider: (text, member) => report(use === 'answers' ? 'break' : 'addition', at(member), text),
    narrower: (text, member) => report(use === 'requests' ? 'break' : 'change', at(member), text),
    open: (text) => report('addition', place, text),
  };
}
