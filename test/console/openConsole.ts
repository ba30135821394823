import type { BrowserContext, Page } from 'playwright-core';
import type { Client } from '../harness/client';
import { type RunningProgram, run } from '../program/runningProgram';
import { type OpenBrowser, openBrowser, signIn } from './openBrowser';

/** A program of its own with something in it, and a page of its console in a browser. */
export interface OpenConsole<World> {
  program: RunningProgram;
  world: World;
  open: OpenBrowser;
  context: BrowserContext;
  page: Page;
}

/** Ends what a suite has opened; none of its tests may leave a complaint of the browser. */
export function closesConsole(opened: () => { program?: { stop(): Promise<void> }; open?: OpenBrowser }): void {
  afterAll(async () => {
    const { program, open } = opened();
    await open?.browser.close();
    await program?.stop();
  });
  beforeEach(() => opened().open!.complaints.splice(0));
  afterEach(() => expect(opened().open!.complaints).toEqual([]));
}

/** Starts it, and signs the administrator in unless `signsIn` is false. */
export async function openConsole<World>(
  prepare: (client: Client) => Promise<World>,
  { env = {}, signsIn = true }: { env?: Record<string, string>; signsIn?: boolean } = {},
): Promise<OpenConsole<World>> {
  const program = await run('start', { env });
  let open: OpenBrowser | undefined;
  try {
    const world = await prepare(program.client);
    open = await openBrowser(program.url);
    const context = await open.context();
    const page = await context.newPage();
    if (signsIn) await signIn(page, 'admin', program.password);
    return { program, world, open, context, page };
  } catch (error) {
    // Nobody else knows of them yet, and other suites want what they would go on using of this machine.
    await open?.browser.close();
    await program.stop();
    throw error;
  }
}
