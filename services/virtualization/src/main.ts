#!/usr/bin/env node
import { runServiceAlone } from '@plumbline/serving';
import { virtualizationService } from './service';

void runServiceAlone(virtualizationService);
