/** What has the keyboard to itself, whatever the page does at its keys. */
const ownKeyboards = 'input, textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox]';

/** Whether a key is meant for the page, and not for a field, a dialog or a menu. */
export const isForPage = ({ target }: { target: EventTarget | null }): boolean =>
  !(target instanceof HTMLElement && target.closest(ownKeyboards));
