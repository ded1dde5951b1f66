import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/** Transitions of floating layers: dialogs 200 ms and 8 px, menus 120 ms and 4 px, drawers 160 ms. */
const ease = 'cubic-bezier(0.2, 0, 0, 1)';
const rise = (pixels: number) => ({
  in: { opacity: 1, transform: 'none' },
  out: { opacity: 0, transform: `translateY(${pixels}px)` },
  transitionProperty: 'opacity, transform',
});
const dialog = {
  centered: true,
  size: 'lg',
  transitionProps: { transition: rise(8), duration: 200, timingFunction: ease },
};
const menu = { transition: rise(-4), duration: 120, timingFunction: ease };

const suggestions = { defaultProps: { withScrollArea: false, comboboxProps: { withinPortal: false } } };

const look = (background: string, hover: string, color: string, border = 'transparent') => ({
  background,
  hover,
  color,
  border: `1px solid ${border}`,
});
const filled = look('var(--awa-fill)', 'var(--awa-fill-hover)', 'var(--awa-on-fill)');
/** The styles of buttons, by variant. */
const looks: Record<string, ReturnType<typeof look>> = {
  default: look('var(--awa-surface)', 'var(--awa-sunken)', 'var(--awa-text)', 'var(--awa-hairline-strong)'),
  subtle: look('transparent', 'var(--awa-sunken)', 'var(--awa-text)'),
  /** On the dark floating bars: toasts and the selection. */
  bar: look('transparent', 'var(--awa-bar-hover)', 'var(--awa-on-bar)'),
  barDanger: look('transparent', 'var(--awa-bar-hover)', 'var(--awa-bar-danger)'),
  danger: look('var(--awa-danger-fill)', 'var(--awa-danger-fill-hover)', '#ffffff'),
};

/** The desk's Mantine theme: sizes, shapes and defaults are here, all colours in `tokens.css`. */
export const theme = createTheme({
  variantColorResolver: ({ variant }) => looks[variant] ?? filled,
  // The systems' own emoji come before the monochrome ones that we serve.
  fontFamily:
    "'Inter Variable', 'Inter fallback', system-ui, sans-serif, 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji', 'Noto Emoji'",
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  // Slightly over 18, 20, 24, 28 and 36 px, so that none is rounded down.
  lineHeights: { xs: '1.38462', sm: '1.42858', md: '1.5', lg: '1.4', xl: '1.28572' },
  breakpoints: { sm: '48em', md: '64em' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '2rem' },
  radius: { xs: '5px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  activeClassName: '',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { variant: 'default' } },
    ActionIcon: { defaultProps: { variant: 'subtle' } },
    Modal: { defaultProps: { ...dialog, closeButtonProps: { 'aria-label': 'Close' } } },
    ModalRoot: { defaultProps: dialog },
    Drawer: {
      defaultProps: {
        transitionProps: { duration: 160, timingFunction: ease },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    // A menu is rendered in place, so that it stays in a landmark. It has no focus placeholder, which would not be a
    // menu item.
    Menu: {
      defaultProps: {
        transitionProps: menu,
        offset: 4,
        position: 'bottom-end',
        withinPortal: false,
        // A scrolling list in the page does not cut off the menu.
        floatingStrategy: 'fixed',
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { transitionProps: menu, offset: 4, position: 'bottom-start', withinPortal: false } },
    // The arrow keys of the field move through a list of suggestions. The list scrolls itself, and the Tab key skips
    // it.
    ComboboxOptions: { defaultProps: { tabIndex: -1, mah: '20rem', style: { overflowY: 'auto' } } },
    Select: suggestions,
    Autocomplete: suggestions,
    TagsInput: suggestions,
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Text: { defaultProps: { size: 'sm' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Textarea: { defaultProps: { autosize: true } },
  },
});

/**
 * Maps Mantine's colour variables, as far as the desk's components use them, to our tokens. They are the same in both
 * schemes, because the tokens change with the scheme.
 */
export const cssVariables: CSSVariablesResolver = () => {
  const colours = {
    '--mantine-color-text': 'var(--awa-text)',
    '--mantine-color-body': 'var(--awa-ground)',
    '--mantine-color-bright': 'var(--awa-text)',
    '--mantine-color-dimmed': 'var(--awa-secondary)',
    '--mantine-color-error': 'var(--awa-danger)',
    '--mantine-color-disabled': 'var(--awa-sunken)',
    '--mantine-color-disabled-color': 'var(--awa-disabled)',
    '--mantine-primary-color-filled': 'var(--awa-focus)',
  };
  return { variables: {}, light: colours, dark: colours };
};
