import type { ServerResponse } from 'node:http';
import { AnswersUnderWay } from '../src/server/answersUnderWay';

const answer = (name: string) => ({ name }) as unknown as ServerResponse;

test('holds what has entered and not left, in whatever order they leave', () => {
  const underWay = new AnswersUnderWay();
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(answer) as [
    ServerResponse,
    ServerResponse,
    ServerResponse,
    ServerResponse,
  ];
  const leave = new Map([a, b, c].map((res) => [res, underWay.enter(res)]));
  leave.get(a)!();
  leave.set(d, underWay.enter(d));
  expect(new Set(underWay)).toEqual(new Set([b, c, d]));
  leave.get(d)!();
  leave.get(b)!();
  expect([underWay.count, ...underWay]).toEqual([1, c]);
  leave.get(c)!();
  expect([...underWay]).toEqual([]);
});
