#!/usr/bin/env node
import { serviceMain } from '@plumbline/serving';
import { dcimService } from './service';

void serviceMain(dcimService);
