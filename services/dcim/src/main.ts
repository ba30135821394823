#!/usr/bin/env node
import { runServiceAlone } from '@plumbline/serving';
import { dcimService } from './service';

void runServiceAlone(dcimService);
