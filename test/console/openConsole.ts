import type { BrowserContext, Page } from 'playwright-core';
import type { Client } from '../harness/client';
import { startForm, type Whole } from '../harness/forms';
import { password, type RunningProgram } from '../program/runningProgram';
import { type OpenBrowser, openBrowser, signIn } from './openBrowser';

/** A program whose console is shown, with the password of its administrator. */
export type ConsoleProgram = Whole & Pick<RunningProgram, 'password'>;

/** A program of its own with something in it, and a page of its console in a browser. */
export interface OpenConsole<World> {
  program: ConsoleProgram;
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

/** Starts it, without a worker for jobs unless `PLUMBLINE_WORKERS` says so, and signs the administrator in. */
export async function openConsole<World>(
  prepare: (client: Client) => Promise<World>,
  { env = {} }: { env?: Record<string, string> } = {},
): Promise<OpenConsole<World>> {
  const started = await startForm('one', {
    env: { PLUMBLINE_LOG_LEVEL: 'warn', PLUMBLINE_SUPERUSER_PASSWORD: password, ...env },
  });
  const program = { ...started, password };
  let open: OpenBrowser | undefined;
  try {
    const world = await prepare(program.client);
    open = await openBrowser(program.url);
    const context = await open.context();
    const page = await context.newPage();
    await signIn(page, 'admin', password);
    return { program, world, open, context, page };
  } catch (error) {
    // Nobody else knows of them yet, and other suites want what they would go on using of this machine.
    await open?.browser.close();
    await program.stop();
    throw error;
  }
}
