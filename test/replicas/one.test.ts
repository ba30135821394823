import { describeDoctor } from './describeDoctor';
import { describeEstate } from './describeEstate';
import { describeReads } from './describeReads';

describeEstate('one', describeReads, describeDoctor);
