import { join } from 'node:path';
import { conformanceOfApp } from '@plumbline/app-kit';
import { service } from '../src';
import * as fixtures from './fixtures';

conformanceOfApp({ folder: join(__dirname, '..'), service }, fixtures);
