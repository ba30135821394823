/** Lets takers of text be told that there is no more. */
export interface MarkedSink {
  /** Takes whole lines, each an object in JSON. */
  take(lines: string): Promise<void>;
  end(): Promise<void>;
}

/** What the first and the last line of a dump say of themselves, in a member `dump`. */
export const dumpMarks = ['begins', 'ends'] as const;
export type DumpMark = (typeof dumpMarks)[number];

/**
 * Marks the first and the last line of what goes through: one that was cut off between two lines, as a full disk or a
 * broken connection leaves it, would else look whole. Older releases pass the marks over.
 */
export function markEnds(sink: (text: string) => Promise<void>): MarkedSink {
  let held: string | undefined;
  return {
    take: async (lines) => {
      if (lines === '') return;
      const before = held;
      held = before === undefined ? marked(lines, lines.indexOf('\n'), 'begins') : lines;
      if (before !== undefined) await sink(before);
    },
    end: async () => {
      if (held !== undefined) await sink(marked(held, held.length - 1, 'ends'));
      held = undefined;
    },
  };
}

/** The text with a mark on the line that ends at this place. */
const marked = (lines: string, end: number, mark: DumpMark): string =>
  `${lines.slice(0, end - 1)},"dump":"${mark}"${lines.slice(end - 1)}`;
