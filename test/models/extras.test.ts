import * as fixtures from '../../services/extras/test/fixtures';
import { conformance } from './everyService';

conformance(fixtures, 'extras');
