#!/usr/bin/env node
import { runServiceAlone } from '@plumbline/serving';
import { virtualizationService } from './service';

process.env.NODE_ENV ??= 'production';

void runServiceAlone(virtualizationService).then((exitCode) => process.exit(exitCode));
