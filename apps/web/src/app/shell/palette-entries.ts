/** What the palette offers beside look-ups: the pages a person may open, and acts that need nothing more. */
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Profile } from '@scanship/contracts/access/auth';
import { chooseLocale } from '../../lib/i18n.ts';
import { preferences } from '../../lib/preferences.ts';
import { notify } from '../notify.ts';
import { router } from '../router.ts';
import { areasFor } from '../routes/franchise-areas.ts';
import { mayOpen, PAGES, pagesFor } from '../routes/pages.ts';
import { signOut } from '../sign-out.ts';
import type { PaletteEntry } from './palette-match.ts';
import { offeredInPalette } from './palette-sources.ts';

export function paletteActions(profile: Profile, i18n: Pick<I18n, '_' | 'locale'>): readonly PaletteEntry[] {
  const pages = pagesFor(profile).map((page) => ({
    id: page.path,
    group: i18n._(msg`Pages`),
    title: i18n._(page.title),
    run: () => void router.navigate({ href: page.path }),
  }));
  const areas = areasFor(profile)
    .flatMap(({ tabs }) => tabs)
    .filter(({ to }) => to !== PAGES.customers.path)
    .map(({ to, word }) => ({
      id: to,
      group: i18n._(msg`Pages`),
      title: i18n._(word),
      run: () => void router.navigate({ href: to }),
    }));
  const group = i18n._(msg`Actions`);
  const dark = preferences.get().theme === 'dark';
  const french = i18n.locale === 'fr-CA';
  return [
    ...offeredInPalette(),
    ...pages,
    ...areas,
    ...(mayOpen(PAGES.orders, profile)
      ? [
          {
            id: 'new-order',
            group,
            title: i18n._(msg`New order`),
            run: () => void router.navigate({ href: '/ecommerce/orders/new' }),
          },
        ]
      : []),
    {
      id: 'scheme',
      group,
      title: i18n._(dark ? msg`Light colours` : msg`Dark colours`),
      run: () => preferences.set({ theme: dark ? 'light' : 'dark' }),
    },
    {
      id: 'language',
      group,
      title: french ? 'English' : 'Français',
      run: () => void chooseLocale(french ? 'en-CA' : 'fr-CA').catch((error: unknown) => notify.error(error)),
    },
    { id: 'sign-out', group, title: i18n._(msg`Sign out`), run: () => void signOut() },
  ];
}
