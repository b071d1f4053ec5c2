import { describe, expect, it } from 'vitest';
import { DEFAULT_PREFERENCES, readPreferences } from './preferences.ts';

describe('readPreferences', () => {
  it('keeps what is valid and replaces what is not, field by field', () => {
    expect(readPreferences({ theme: 'dark', orientation: 'diagonal', density: 3, locale: 'fr-CA' })).toEqual({
      ...DEFAULT_PREFERENCES,
      theme: 'dark',
      locale: 'fr-CA',
    });
  });
  it('starts as decided (21), however the choices are ordered', () => {
    expect(DEFAULT_PREFERENCES).toEqual({
      theme: 'light',
      orientation: 'vertical',
      mode: 'fluid',
      width: 'fluid',
      topBarTheme: 'light',
      menuTheme: 'light',
      menuSize: 'default',
      menuPosition: 'fixed',
      twoColumnTheme: 'light',
      showTwoToneIcons: 'no',
      showUserInfo: 'no',
      horizontalMenu: 'shown',
      density: 'compact',
      locale: '',
    });
  });
  it('starts light from nothing or from nonsense', () => {
    for (const value of [undefined, null, 'x', 7, []]) expect(readPreferences(value)).toEqual(DEFAULT_PREFERENCES);
  });
});
