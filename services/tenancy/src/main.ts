#!/usr/bin/env node
import { runServiceAlone } from '@plumbline/serving';
import { tenancyService } from './service';

void runServiceAlone(tenancyService);
