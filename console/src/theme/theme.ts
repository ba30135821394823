import {
  ActionIcon,
  Button,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Menu,
  Popover,
  Tooltip,
} from '@mantine/core';

/** Copper that has stood in the weather: what can be followed, and what is on. */
const verdigris: MantineColorsTuple = [
  '#e8f6f3',
  '#d3eae5',
  '#a6d4ca',
  '#75bdae',
  '#4ea996',
  '#359d87',
  '#0b7a6b',
  '#086a5d',
  '#05584d',
  '#02443c',
];

/** The plumb bob itself: what wants to be looked at. */
const brass: MantineColorsTuple = [
  '#fdf5e3',
  '#f6e8cb',
  '#ebcf97',
  '#e0b45f',
  '#d79e33',
  '#cf9019',
  '#a96f06',
  '#8a5b05',
  '#704a06',
  '#523604',
];

/** Greys with a little of the sea, from text to ground. */
const dark: MantineColorsTuple = [
  '#dfe7e5',
  '#b9c5c2',
  '#93a19e',
  '#66756f',
  '#2f3b39',
  '#263230',
  '#182120',
  '#101817',
  '#0b1211',
  '#070c0b',
];

const gray: MantineColorsTuple = [
  '#f7f7f4',
  '#f0f0ec',
  '#e6e6e0',
  '#d9dad3',
  '#c5c7bf',
  '#a5a89f',
  '#7d827a',
  '#5d635d',
  '#40464a',
  '#1b2224',
];

/** The page has a head of its own: what a dialog is headed with is no second one. */
const headOfDialog = { header: { role: 'none' } };

/** How everything looks; sizes are a step smaller than usual, for those who look at it all day. */
export const theme = createTheme({
  primaryColor: 'verdigris',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.28,
  colors: { verdigris, brass, dark, gray },
  white: '#ffffff',
  black: '#1b2224',
  fontFamily: "'Geist Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "'Geist Mono Variable', ui-monospace, 'SF Mono', Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.3125rem', lineHeight: '1.3' }, h2: { fontSize: '1rem' }, h3: { fontSize: '0.875rem' } },
  },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    // By their names alone: what not every page has comes with the pages that do.
    Anchor: { defaultProps: { underline: 'hover' } },
    Badge: { defaultProps: { tt: 'none', fw: 500, radius: 'sm', variant: 'light' } },
    Input: { defaultProps: { size: 'sm' } },
    Drawer: { defaultProps: { attributes: headOfDialog } },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 100 },
        overlayProps: { backgroundOpacity: 0.45 },
        centered: false,
        attributes: headOfDialog,
      },
    },
    Button: Button.extend({
      defaultProps: { size: 'xs', fw: 500 },
      // In the dark what is filled is lighter than Mantine reckons with, which looks at the shade of the light scheme.
      vars: (_theme, { variant = 'filled', color }) => ({
        root: variant === 'filled' && color === undefined ? { '--button-color': 'light-dark(#ffffff, #07201c)' } : {},
      }),
    }),
    Menu: Menu.extend({ defaultProps: { shadow: 'md', withinPortal: true, transitionProps: { duration: 80 } } }),
    Popover: Popover.extend({ defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 350, withArrow: false, transitionProps: { duration: 60 } } }),
  },
});

/** Names for the colours of surfaces, in either scheme. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--pl-header': '3rem',
    '--pl-nav': '15rem',
    '--pl-row': '2.125rem',
  },
  light: {
    '--pl-ground': '#f7f7f4',
    '--pl-surface': '#ffffff',
    '--pl-raised': '#ffffff',
    '--pl-hover': '#f0f0ec',
    '--pl-selected': '#e3f1ee',
    '--pl-line': '#e3e3dd',
    '--pl-line-strong': '#cfd0c8',
    '--pl-text': '#1b2224',
    '--pl-muted': '#5d635d',
    '--pl-accent': '#0b7a6b',
    '--pl-brass': '#96630a',
    '--mantine-color-body': '#f7f7f4',
    '--mantine-color-text': '#1b2224',
    '--mantine-color-dimmed': '#5d635d',
    '--mantine-color-anchor': '#086a5d',
    '--mantine-color-placeholder': '#6f756f',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-default-border': '#cfd0c8',
  },
  dark: {
    '--pl-ground': '#0b1211',
    '--pl-surface': '#101817',
    '--pl-raised': '#182120',
    '--pl-hover': '#182120',
    '--pl-selected': '#123530',
    '--pl-line': '#212c2a',
    '--pl-line-strong': '#33413e',
    '--pl-text': '#dfe7e5',
    '--pl-muted': '#93a19e',
    '--pl-accent': '#58bda9',
    '--pl-brass': '#e0b45f',
    '--mantine-color-body': '#0b1211',
    '--mantine-color-text': '#dfe7e5',
    '--mantine-color-dimmed': '#93a19e',
    '--mantine-color-anchor': '#6fcab7',
    '--mantine-color-placeholder': '#83918d',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-default': '#141d1c',
    '--mantine-color-default-border': '#33413e',
  },
});
