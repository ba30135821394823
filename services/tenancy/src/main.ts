#!/usr/bin/env node
import { runServiceAlone } from '@plumbline/serving';
import { tenancyService } from './service';

process.env.NODE_ENV ??= 'production';

void runServiceAlone(tenancyService).then((exitCode) => process.exit(exitCode));
