#!/usr/bin/env node
import { runServiceAlone } from '@plumbline/serving';
import { ipamService } from './service';

void runServiceAlone(ipamService);
