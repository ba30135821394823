import { f } from '../src';

const latitude = f.decimal(8, 6);
const read = (value: unknown) => latitude.kind.parse(value, latitude);

it.each([
  [1.5, '1.500000'],
  [-90, '-90.000000'],
  ['+007.25', '7.250000'],
  ['.5', '0.500000'],
  ['5.', '5.000000'],
  ['1.5e1', '15.000000'],
  ['125E-4', '0.012500'],
  ['0.05e2', '5.000000'],
  ['0e0', '0.000000'],
])('%p is %s', (given, value) => expect(read(given)).toEqual({ value }));

it('nothing at all is null where that may be, and refused elsewhere', () => {
  const optional = f.decimal(8, 6).optional();
  expect(optional.kind.parse(' ', optional)).toEqual({ value: null });
  expect(read('')).toEqual({ problem: ['A valid number is required.'] });
});

it.each([
  [1e30, 'Ensure that there are no more than 8 digits in total.'],
  ['1e-30', 'Ensure that there are no more than 8 digits in total.'],
  ['1.0000001', 'Ensure that there are no more than 6 decimal places.'],
  ['1e3', 'Ensure that there are no more than 2 digits before the decimal point.'],
  ['e5', 'A valid number is required.'],
  ['.', 'A valid number is required.'],
  ['1e', 'A valid number is required.'],
  ['NaN', 'A valid number is required.'],
  [true, 'A valid number is required.'],
  ['1'.repeat(1001), 'A valid number is required.'],
])('%p is refused', (given, message) => expect(read(given)).toEqual({ problem: [message] }));
