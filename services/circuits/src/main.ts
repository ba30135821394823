#!/usr/bin/env node
import { serviceMain } from '@plumbline/serving';
import { circuitsService } from './service';

void serviceMain(circuitsService);
