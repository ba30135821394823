import * as fixtures from '../../services/circuits/test/fixtures';
import { conformance } from './everyService';

conformance(fixtures, 'circuits');
