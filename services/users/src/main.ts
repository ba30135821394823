#!/usr/bin/env node
import { runServiceAlone } from '@plumbline/serving';
import { usersService } from './service';

void runServiceAlone(usersService);
