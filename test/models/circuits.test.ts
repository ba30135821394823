import * as fixtures from '../../services/circuits/test/fixtures';
import { conformance } from './every-service';

conformance(fixtures, 'circuits');
