import { isLong } from '../harness/long';
import { hiddenMatrix } from './hidden';

/** Those that name most others, and some of the rest. */
const telling = [
  'dcim.device',
  'dcim.interface',
  'extras.joblogentry',
  'extras.note',
  'extras.objectchange',
  'ipam.ipaddress',
];

hiddenMatrix(
  isLong
    ? { kinds: ['nobody', 'everything of the model', 'bounded by an own column'], takes: () => true, objects: 6 }
    : {
        kinds: ['everything of the model'],
        takes: (label, place) => place % 12 === 0 || telling.includes(label),
        objects: 2,
      },
);
