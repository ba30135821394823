#!/usr/bin/env node
import { runServiceAlone } from '@plumbline/serving';
import { extrasService } from './service';

process.env.NODE_ENV ??= 'production';

void runServiceAlone(extrasService).then((exitCode) => process.exit(exitCode));
