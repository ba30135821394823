#!/usr/bin/env node
import { runServiceAlone } from '@plumbline/serving';
import { extrasService } from './service';

void runServiceAlone(extrasService);
