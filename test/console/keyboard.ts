import type { Locator, Page } from 'playwright-core';

/** Presses of Tab, or of Shift and Tab, within which whatever can be used has to be reached. */
const farthest = 150;

interface Place {
  ownerDocument: { activeElement: Place; body: Place };
  compareDocumentPosition(other: Place): number;
}

/** Runs in the page: which key leads to an element from where one is; none where one is there. */
const keyTowards = (element: unknown): string | undefined => {
  const { ownerDocument, compareDocumentPosition } = element as Place;
  const { activeElement, body } = ownerDocument;
  const following = 4;
  if (activeElement === element) return undefined;
  const isBehind =
    activeElement !== body && (compareDocumentPosition.call(element as Place, activeElement) & following) !== 0;
  return isBehind ? 'Shift+Tab' : 'Tab';
};

/** A page that is used by its keys alone. */
export interface Keyboard {
  press(key: string): Promise<void>;
  /** Goes to something that can be used, from wherever one is. */
  reach(target: Locator): Promise<void>;
  /** Goes there and presses a key: Enter, unless another is named. */
  use(target: Locator, key?: string): Promise<void>;
  /** Goes there and replaces what stands there. */
  enter(target: Locator, text: string): Promise<void>;
  /** Finds an object or a choice by some letters and takes it. */
  pick(target: Locator, letters: string, option?: string | RegExp): Promise<void>;
  /** Goes on behind the navigation of a page that has just been opened. */
  skipNavigation(): Promise<void>;
}

/** The keys of a page. */
export function keyboardOf(page: Page): Keyboard {
  const press = (key: string) => page.keyboard.press(key);
  const reach = async (target: Locator) => {
    // What is drawn by its label alone is there, and is reached, without being seen.
    await target.waitFor({ state: 'attached' });
    for (let count = 0; count < farthest; count += 1) {
      const key = await target.evaluate(keyTowards);
      if (key === undefined) return;
      await press(key);
    }
    throw new Error(`Not reached by keyboard: ${target}`);
  };
  return {
    press,
    reach,
    async use(target, key = 'Enter') {
      await reach(target);
      await press(key);
    },
    async enter(target, text) {
      await reach(target);
      await press('Control+A');
      await page.keyboard.type(text);
    },
    async pick(target, letters, option = letters) {
      await reach(target);
      await page.keyboard.type(letters);
      await page.getByRole('option').filter({ hasText: option }).first().waitFor();
      const selected = page.locator('[role=option][data-combobox-selected]').filter({ hasText: option });
      for (let count = 0; count < farthest && (await selected.count()) === 0; count += 1) await press('ArrowDown');
      await press('Enter');
    },
    async skipNavigation() {
      await reach(page.getByRole('button', { name: 'Skip to content' }));
      await press('Enter');
    },
  };
}
