/** The Mantine theme of one tenant colour. Plain `defaultProps` only: `Component.extend()` would pull components into the entry. */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core';
import type { SchemeColors, TenantColors } from './tenant-colors.ts';
import { DIMMED, NEAR_BLACK } from './tenant-colors.ts';

const FONT = "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Of dialogs: the backdrop is there before the dialog has come (product-spec section 9). */
const BACKDROP = { transitionProps: { duration: 150 } } as const;

export function tenantTheme(colors: TenantColors): MantineThemeOverride {
  const resolver: VariantColorsResolver = (input) => {
    const result = defaultVariantColorsResolver(input);
    const own = !input.color || input.color === 'brand';
    if (input.variant === 'filled' && own)
      return {
        ...result,
        background: 'var(--solid)',
        hover: 'var(--solid-hover)',
        color: 'var(--on-solid)',
        border: '1px solid var(--solid-edge)',
      };
    return result;
  };
  const ui = 'var(--accent-ui)';
  return createTheme({
    primaryColor: 'brand',
    colors: {
      brand: colors.scale,
      // Greys of dark surfaces with the cool hue of ours: 0 text, 4 borders, 6 fields, 7 cards.
      dark: [
        '#e6e8eb',
        '#c3c8ce',
        '#a6adb5',
        '#8f979f',
        '#4a525b',
        '#383e46',
        '#20242a',
        '#1a1d21',
        '#15181b',
        '#101215',
      ],
      ui: [ui, ui, ui, ui, ui, ui, ui, ui, ui, ui],
    },
    primaryShade: 6,
    black: NEAR_BLACK,
    autoContrast: true,
    luminanceThreshold: 0.179,
    fontFamily: FONT,
    headings: { fontFamily: FONT, fontWeight: '620' },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    variantColorResolver: resolver,
    components: {
      // Named, because Mantine asks the resolver above only about a variant that is.
      Button: { defaultProps: { size: 'sm', variant: 'filled' } },
      ActionIcon: { defaultProps: { variant: 'filled' } },
      Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'var(--shadow-md)' } },
      Popover: { defaultProps: { shadow: 'var(--shadow-md)' } },
      Checkbox: { defaultProps: { color: ui, iconColor: 'var(--on-accent-ui)' } },
      Radio: { defaultProps: { color: ui, iconColor: 'var(--on-accent-ui)' } },
      Switch: { defaultProps: { color: ui, withThumbIndicator: false } },
      Tooltip: { defaultProps: { openDelay: 350, withArrow: true } },
      Modal: {
        defaultProps: { transitionProps: { duration: 300 }, overlayProps: { ...BACKDROP, backgroundOpacity: 0.45 } },
      },
      Drawer: {
        defaultProps: { transitionProps: { duration: 300 }, overlayProps: { ...BACKDROP, backgroundOpacity: 0.35 } },
      },
    },
  });
}

const shared = (s: SchemeColors) => ({
  '--page': s.page,
  '--card': s.card,
  '--hover': s.hover,
  '--accent-soft': s.soft,
  '--accent-ui': s.ui,
  '--on-accent-ui': s.onUi,
  '--accent-text': s.text,
  '--solid-edge': s.solidEdge,
  '--mantine-color-body': s.card,
  '--mantine-color-brand-light': s.soft,
  '--mantine-color-brand-light-color': s.text,
  '--mantine-color-brand-text': s.text,
  '--mantine-color-brand-outline': s.text,
  '--mantine-color-anchor': s.text,
  // Rings, the edge of the field that has the focus, bars and steps: a pale brand's own colour would not be seen.
  '--mantine-primary-color-filled': s.ui,
  '--mantine-primary-color-filled-hover': s.ui,
  '--mantine-primary-color-contrast': s.onUi,
  '--mantine-primary-color-light': s.soft,
  '--mantine-primary-color-light-color': s.text,
});

/** Variables the style sheets use; every text colour keeps 4.5:1 on page, card and tint. */
export const tenantVariables =
  (colors: TenantColors): CSSVariablesResolver =>
  () => ({
    variables: {
      '--solid': colors.solid,
      '--on-solid': colors.onSolid,
      '--solid-hover': `color-mix(in oklab, ${colors.solid} 88%, ${colors.onSolid === '#ffffff' ? 'black' : 'white'})`,
    },
    light: {
      ...shared(colors.light),
      '--mantine-color-text': '#171b20',
      '--mantine-color-dimmed': DIMMED.light,
      '--mantine-color-placeholder': '#6b727a',
      '--mantine-color-error': '#c02626',
      '--mantine-color-default-border': '#d9dde2',
      '--line': '#e7e9ed',
      '--line-strong': '#d9dde2',
      '--sunken': '#f7f8fa',
    },
    dark: {
      ...shared(colors.dark),
      '--mantine-color-text': '#e6e8eb',
      '--mantine-color-dimmed': DIMMED.dark,
      '--mantine-color-placeholder': '#8f979f',
      '--mantine-color-error': '#ff8f8f',
      '--mantine-color-default': '#20242a',
      '--mantine-color-default-hover': '#272c33',
      '--mantine-color-default-border': '#383e46',
      '--line': '#2a2f36',
      '--line-strong': '#383e46',
      '--sunken': '#15181b',
    },
  });
