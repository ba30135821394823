#!/usr/bin/env node
import { runServiceAlone } from '@plumbline/serving';
import { circuitsService } from './service';

process.env.NODE_ENV ??= 'production';

void runServiceAlone(circuitsService).then((exitCode) => process.exit(exitCode));
