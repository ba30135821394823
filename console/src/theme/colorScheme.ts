/** Where Mantine keeps what somebody chose. */
const key = 'mantine-color-scheme-value';

const chosen = localStorage.getItem(key);
const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);

// Before anything is painted, so that a dark room stays dark.
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');

export {};
