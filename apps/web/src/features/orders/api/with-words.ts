import { loadMessages } from '../../../lib/i18n.ts';

/** Loads a part of `later/` together with the words of that folder. */
export const withWords =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  async () =>
    (await Promise.all([load(), loadMessages('orders')]))[0];
