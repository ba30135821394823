#!/usr/bin/env node
import { serviceMain } from '@plumbline/serving';
import { extrasService } from './service';

void serviceMain(extrasService);
