import { findProgram } from '../../program/src/supervisor/findProgram';
import { describeUnless } from '../program/describeUnless';
import { wholeProgram } from './wholeProgram';

const missing = findProgram('nats-server') ? undefined : 'nats-server is not installed.';

describeUnless(missing, 'Plumbline as eight processes', () => wholeProgram('split'));
