import { findProgram } from '../../program/src/supervisor/find-program';
import { describeUnless } from '../program/describe-unless';
import { wholeProgram } from './whole-program';

const missing = findProgram('nats-server') ? undefined : 'nats-server is not installed.';

describeUnless(missing, 'Plumbline as eight processes', () => wholeProgram('split'));
