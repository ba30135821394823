import * as fixtures from '../../services/virtualization/test/fixtures';
import { conformance } from './every-service';

conformance(fixtures, 'virtualization');
