import * as fixtures from '../../services/users/test/fixtures';
import { conformance } from './everyService';

conformance(fixtures, 'users');
