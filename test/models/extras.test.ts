import * as fixtures from '../../services/extras/test/fixtures';
import { conformance } from './every-service';

conformance(fixtures, 'extras');
