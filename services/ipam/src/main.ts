#!/usr/bin/env node
import { serviceMain } from '@plumbline/serving';
import { ipamService } from './service';

void serviceMain(ipamService);
