import * as fixtures from '../../services/ipam/test/fixtures';
import { conformance } from './every-service';

conformance(fixtures, 'ipam');
