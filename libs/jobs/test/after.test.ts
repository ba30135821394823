import { after } from '../src/after';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('it is waited for longer than one timer can', () => {
  const seconds = 5_000_000;
  const act = jest.fn();
  after(seconds, act);
  jest.advanceTimersByTime(seconds * 1000 - 1);
  expect(act).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(1);
});

test('what is called off is not done, whenever that is', () => {
  const act = jest.fn();
  const callOff = after(5_000_000, act);
  jest.advanceTimersByTime(3_000_000_000);
  callOff();
  jest.advanceTimersByTime(3_000_000_000);
  expect(act).not.toHaveBeenCalled();
});
