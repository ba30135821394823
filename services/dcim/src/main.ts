#!/usr/bin/env node
import { runServiceAlone } from '@plumbline/serving';
import { dcimService } from './service';

process.env.NODE_ENV ??= 'production';

void runServiceAlone(dcimService).then((exitCode) => process.exit(exitCode));
