import * as fixtures from '../../services/tenancy/test/fixtures';
import { conformance } from './everyService';

conformance(fixtures, 'tenancy');
