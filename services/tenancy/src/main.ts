#!/usr/bin/env node
import { serviceMain } from '@plumbline/serving';
import { tenancyService } from './service';

void serviceMain(tenancyService);
