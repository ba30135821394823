#!/usr/bin/env node
import { exitAfter, runPart } from '@plumbline/command';
import { handOut, knownServices } from '@plumbline/process';
import { runGateway } from './start/runGateway';

const { version } = require('../package.json') as { version: string };

void exitAfter(() =>
  runPart(
    {
      part: 'gateway',
      version,
      start: (settings, log, tracing, ending) => {
        const apps = Object.fromEntries(knownServices().map(({ app, application }) => [app, application]));
        return runGateway({ apps, version }, settings, log, tracing, ending);
      },
      commands: {
        'hand-out': { summary: 'Write what a part is told by files: hand-out FOLDER [PART ...]', run: handOut },
      },
    },
    process.argv.slice(2),
    process.env,
  ),
);
