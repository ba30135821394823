import * as fixtures from '../../services/users/test/fixtures';
import { conformance } from './every-service';

conformance(fixtures, 'users');
