import { type Browser, chromium } from 'playwright-core';
import { findProgram } from '../../program/src/supervisor/findProgram';

/** The part of Chromium that shows pages to nobody comes first: it takes three quarters of the work. */
const names = ['chromium-headless-shell', 'chromium', 'google-chrome'];
const executablePath = names.map((name) => findProgram(name)).find((found) => found !== undefined);

/** Why no browser can be opened, if none can. */
export const missingBrowser =
  executablePath === undefined ? `None of ${names.join(', ')} is installed (apt-get install chromium).` : undefined;

/** Without these Chromium speaks to servers of its own, or cannot start in a container. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium, without a window. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: executablePath!, args: flags });
