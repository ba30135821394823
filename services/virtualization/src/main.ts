#!/usr/bin/env node
import { serviceMain } from '@plumbline/serving';
import { virtualizationService } from './service';

void serviceMain(virtualizationService);
