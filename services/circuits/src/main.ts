#!/usr/bin/env node
import { runServiceAlone } from '@plumbline/serving';
import { circuitsService } from './service';

void runServiceAlone(circuitsService);
