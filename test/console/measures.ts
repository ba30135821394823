import { join } from 'node:path';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** What pages run that are measured. */
const inPage = join(__dirname, 'inPage.js');

/** What is in the middle of numbers. */
export const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!;

/** What a page has cost a processor, and what it keeps. */
export interface Costs {
  /** Milliseconds of a processor that its thread has used. */
  worked: number;
  /** Bytes of what scripts keep, after the garbage has gone. */
  heap: number;
  /** Nodes of documents that are kept. */
  nodes: number;
}

/** Measures what pages of a context do. All actions and conditions are expressions that the page evaluates. */
export interface Measures {
  /** Milliseconds from an action until a condition holds and is on the screen. */
  until(page: Page, action: string, isShown: string): Promise<number>;
  /** Loads a page; milliseconds from asking until a condition holds, and the addresses of what it asked for until then. */
  load(page: Page, path: string, isShown: string): Promise<{ milliseconds: number; addresses: string[] }>;
  /** Milliseconds of each frame while something scrolls by so many pixels in each. */
  scroll(page: Page, box: string, pixels: number, frames: number): Promise<number[]>;
  /** Tasks of more than 50 milliseconds since it was asked last. */
  longTasks(page: Page): Promise<number[]>;
  costs(page: Page): Promise<Costs>;
}

/** Prepares a context, before it has pages. */
export async function measuresOf(context: BrowserContext): Promise<Measures> {
  await context.addInitScript({ path: inPage });
  const sessions = new WeakMap<Page, CDPSession>();
  const sessionOf = async (page: Page) => {
    const known = sessions.get(page);
    if (known) return known;
    const session = await context.newCDPSession(page);
    // By the processor's own time: what else the machine does is not counted.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    sessions.set(page, session);
    return session;
  };
  return {
    until: (page, action, isShown) => page.evaluate(`measures.until(() => ${action}, () => ${isShown})`),
    async load(page, path, isShown) {
      await page.goto(path, { waitUntil: 'commit' });
      return page.evaluate(`measures.sinceAsked(() => ${isShown})`);
    },
    scroll: (page, box, pixels, frames) => page.evaluate(`measures.scroll(${box}, ${pixels}, ${frames})`),
    longTasks: (page) => page.evaluate('measures.longTasks()'),
    async costs(page) {
      const session = await sessionOf(page);
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      const of = (name: string) => metrics.find((metric) => metric.name === name)!.value;
      return { worked: of('TaskDuration') * 1000, heap: of('JSHeapUsedSize'), nodes: of('Nodes') };
    },
  };
}
