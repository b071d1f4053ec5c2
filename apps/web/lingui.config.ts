import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en-CA',
  locales: ['en-CA', 'fr-CA'],
  rootDir: import.meta.dirname,
  // Two catalogues: what the sign-in page needs, and the rest, so that the first load stays small.
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}/start',
      include: ['<rootDir>/src/app', '<rootDir>/src/lib', '<rootDir>/src/ui', '<rootDir>/src/features/auth'],
      exclude: ['**/*.test.*', '<rootDir>/src/app/shell/**'],
    },
    {
      path: '<rootDir>/src/locales/{locale}/messages',
      include: ['<rootDir>/src/app/shell', '<rootDir>/src/features'],
      exclude: ['**/*.test.*', '<rootDir>/src/features/auth/**'],
    },
  ],
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
});
