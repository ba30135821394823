import type { TestAnswer } from './send';

/**
 * The answer to a read once it costs no less when it is read again. What a service remembers of others is forgotten now
 * and then, so what one answer cost says little by itself.
 */
export async function settled<Answer extends Pick<TestAnswer, 'cost'>>(read: () => Promise<Answer>): Promise<Answer> {
  for (let least = await read(); ; ) {
    const [again, once] = [await read(), await read()];
    const less = [again, once].find(({ cost }) => cost.bus < least.cost.bus || cost.sql < least.cost.sql);
    if (!less) return least;
    least = less;
  }
}
