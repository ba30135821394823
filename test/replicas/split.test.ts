import { describeEstate } from './describeEstate';
import { describeGateways } from './describeGateways';
import { describeReads } from './describeReads';

describeEstate('split', describeReads, describeGateways);
