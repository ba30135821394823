#!/usr/bin/env node
import { serviceMain } from '@plumbline/serving';
import { usersService } from './service';

void serviceMain(usersService);
