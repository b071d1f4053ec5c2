/** The scheme a logo on a menu or bar of this theme must suit; undefined follows the page's. */
export const surfaceOf = (theme: 'light' | 'dark' | 'brand'): 'dark' | undefined =>
  theme === 'light' ? undefined : 'dark';
