import * as fixtures from '../../services/tenancy/test/fixtures';
import { conformance } from './every-service';

conformance(fixtures, 'tenancy');
