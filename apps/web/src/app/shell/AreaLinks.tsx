import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { Link, useRouterState } from '@tanstack/react-router';
import { areaOf, areasFor, type Area } from '../routes/franchise-areas.ts';
import { PAGES, type Page } from '../routes/pages.ts';
import { useProfile } from '../profile.ts';
import { PAGE_ICONS } from './menu-icons.ts';

/** The areas below a menu entry: those of a franchise stand below "Customers"; other entries have none. */
export function useAreas(page: Page): { readonly areas: readonly Area[]; readonly here: string | undefined } {
  const areas = areasFor(useProfile());
  const path = useRouterState({ select: (state) => state.location.pathname.replace(/\/$/, '') });
  if (page.path !== PAGES.customers.path) return { areas: [], here: undefined };
  return { areas: areas.filter(({ name }) => name !== 'customers'), here: areaOf(areas, path)?.area.name };
}

/** What a franchise works on beside its customers, as lines below that entry. */
export function AreaLinks({ page }: { readonly page: Page }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { areas, here } = useAreas(page);
  if (areas.length === 0) return null;
  return (
    <ul className="menu-areas" aria-label={t`What customers are given`}>
      {areas.map(({ name, title, icon, tabs: [first] }) => {
        const Icon = PAGE_ICONS[icon];
        return (
          first && (
            <li key={name}>
              <Link
                to={first.to}
                className="menu-link"
                title={i18n._(title)}
                aria-current={name === here ? 'page' : undefined}
                activeProps={{}}
                activeOptions={{ exact: true }}
              >
                <Icon size={16} stroke={1.7} aria-hidden />
                <span className="menu-word">{i18n._(title)}</span>
              </Link>
            </li>
          )
        );
      })}
    </ul>
  );
}
