import { useLingui as useI18n } from '@lingui/react';
import { Link, useRouterState } from '@tanstack/react-router';
import { areaOf, areasFor } from '../../app/routes/franchise-areas.ts';
import { useProfile } from '../../app/profile.ts';
import { TabNav } from '../../ui/TabNav.tsx';

/** The area of work that is open, and the page of it. */
export function useArea() {
  const path = useRouterState({ select: (state) => state.location.pathname.replace(/\/$/, '') });
  return areaOf(areasFor(useProfile()), path);
}

/** Pages of the open area, each under an address of its own; nothing where there is but one. */
export function FranchiseTabs() {
  const { i18n } = useI18n();
  const open = useArea();
  if (!open || open.area.tabs.length < 2) return null;
  return (
    <TabNav label={i18n._(open.area.title)} className="franchise-tabs">
      {open.area.tabs.map(({ to, word }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === open.tab.to ? 'page' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {i18n._(word)}
        </Link>
      ))}
    </TabNav>
  );
}

/** Heading of the open area. */
export function AreaTitle() {
  const { i18n } = useI18n();
  const open = useArea();
  return open ? i18n._(open.area.title) : null;
}
