/** What has the keyboard to itself, whatever the page does at its keys. */
const ownKeyboards = 'input, textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox]';

/** What keeps everything behind it from being used, wherever the focus is. */
const modal = '[role=dialog][aria-modal=true]';

/** Whether a key is meant for the page, and not for a field, a dialog or a menu. */
export const isForPage = ({ target }: { target: EventTarget | null }): boolean =>
  !(target instanceof HTMLElement && target.closest(ownKeyboards)) && document.querySelector(modal) === null;
