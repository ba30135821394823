import { describeReads } from './describe-reads';

describeReads('one');
