#!/usr/bin/env node
import { runServiceAlone } from '@plumbline/serving';
import { ipamService } from './service';

process.env.NODE_ENV ??= 'production';

void runServiceAlone(ipamService).then((exitCode) => process.exit(exitCode));
