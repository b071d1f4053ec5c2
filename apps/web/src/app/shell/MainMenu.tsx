import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import {
  IconAddressBook,
  IconAlertTriangle,
  IconFileImport,
  IconSettings,
  IconShoppingBag,
  IconTruckDelivery,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { exceptionsQuery } from '../../features/exceptions/exceptions-api.ts';
import { menuFor, type Page, PAGES } from '../routes/pages.ts';
import { useProfile } from '../profile.ts';

const ICONS = {
  orders: IconShoppingBag,
  import: IconFileImport,
  exceptions: IconAlertTriangle,
  carriers: IconTruckDelivery,
  settings: IconSettings,
  customers: IconAddressBook,
} as const;

/** The longest menu path that the address begins with is the one that is open. */
function currentPath(pages: readonly Page[], path: string): string | undefined {
  const inside = (page: Page) => path === page.path || path.startsWith(`${page.path}/`);
  const found = pages.filter(inside).toSorted((a, b) => b.path.length - a.path.length)[0];
  return found?.path ?? (path.startsWith('/ecommerce/order/') ? PAGES.orders.path : undefined);
}

export function MainMenu() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const pages = menuFor(useProfile());
  const path = useRouterState({ select: (s) => s.location.pathname });
  const current = currentPath(pages, path);
  const hasExceptions = pages.some((page) => page.badge === 'exceptions');
  const { data } = useQuery({ ...exceptionsQuery, enabled: hasExceptions });
  const open = data?.purchases.length ?? 0;
  return (
    <nav aria-label={t`Main menu`} className="menu">
      {pages.map((page) => {
        const Icon = page.icon ? ICONS[page.icon] : undefined;
        return (
          <Link
            key={page.path}
            to={page.path}
            className="menu-link"
            aria-current={page.path === current ? 'page' : undefined}
            activeProps={{}}
            activeOptions={{ exact: true }}
          >
            {Icon && <Icon size={18} stroke={1.7} aria-hidden />}
            <span className="grow">{i18n._(page.menuTitle ?? page.title)}</span>
            {page.badge && open > 0 && (
              <span className="menu-count" title={t`${open} open`}>
                {open}
                <span className="sr-only">{t`open`}</span>
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
