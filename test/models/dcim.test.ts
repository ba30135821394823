import * as fixtures from '../../services/dcim/test/fixtures';
import { conformance } from './every-service';

conformance(fixtures, 'dcim');
