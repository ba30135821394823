#!/usr/bin/env node
import { runServiceAlone } from '@plumbline/serving';
import { usersService } from './service';

process.env.NODE_ENV ??= 'production';

void runServiceAlone(usersService).then((exitCode) => process.exit(exitCode));
