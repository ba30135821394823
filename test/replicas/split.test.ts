import { describeReads } from './describe-reads';

describeReads('split');
