import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { countsQuery } from '../../features/exceptions/exceptions-api.ts';
import { menuFor, type Page, PAGES } from '../routes/pages.ts';
import { useProfile } from '../profile.ts';
import { AreaLinks, useAreas } from './AreaLinks.tsx';
import { PAGE_ICONS } from './menu-icons.ts';

/** Path of the menu entry that is open: the longest one the address begins with. */
export function useCurrentPath(): string | undefined {
  const pages = menuFor(useProfile());
  const path = useRouterState({ select: (s) => s.location.pathname });
  const inside = (page: Page) => path === page.path || path.startsWith(`${page.path}/`);
  const found = pages.filter(inside).toSorted((a, b) => b.path.length - a.path.length)[0];
  return found?.path ?? (path.startsWith('/ecommerce/order/') ? PAGES.orders.path : undefined);
}

interface Props {
  readonly page: Page;
  readonly current: boolean;
  readonly role?: 'menuitem';
}

/** One entry of the menu, in every orientation. Its word stays for screen readers where only the icon shows. */
export function MenuLink({ page, current, role }: Props) {
  const { i18n } = useI18n();
  const Icon = page.icon && PAGE_ICONS[page.icon];
  const title = i18n._(page.menuTitle ?? page.title);
  return (
    <Link
      to={page.path}
      className="menu-link"
      title={title}
      role={role}
      aria-current={current ? 'page' : undefined}
      activeProps={{}}
      activeOptions={{ exact: true }}
    >
      {Icon && <Icon size={18} stroke={1.7} aria-hidden />}
      <span className="menu-word">{title}</span>
      {page.badge === 'exceptions' && <OpenExceptions />}
    </Link>
  );
}

/** An entry of a column with what stands below it. */
export function MenuEntry({ page, current }: Props) {
  const { here } = useAreas(page);
  return (
    <>
      <MenuLink page={page} current={current && (here === undefined || here === 'customers')} />
      <AreaLinks page={page} />
    </>
  );
}

function OpenExceptions() {
  const { t } = useLingui();
  const { data } = useQuery(countsQuery);
  const open = data?.open ?? 0;
  if (open === 0) return null;
  return (
    <span className="menu-count" title={t`${open} open`}>
      {open}
      <span className="sr-only">{t`open`}</span>
    </span>
  );
}
