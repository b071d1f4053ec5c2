import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { IconUsers } from '#icons';
import { Link } from '@tanstack/react-router';
import { ORDER_TABS, type OrderCounts } from '@scanship/contracts/orders/order-list';
import { memo } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { type OrderSearch, type OrderTab, parseOrderSearch, withoutPlace } from '../model/order-search.ts';
import { TAB_WORDS } from '../model/words.ts';
import { TabNav } from '../../../ui/TabNav.tsx';
import type { Views } from './use-views.ts';

const countOf = (counts: OrderCounts, tab: OrderTab): number => counts[tab === '' ? 'all' : tab];

interface Props {
  readonly search: OrderSearch;
  readonly counts: OrderCounts | undefined;
  readonly views: Views;
}
/**
 * The tabs of product-spec section 2 with live counts, and behind them the named views. They are links: a tab can be
 * opened in a new window.
 */
export const OrderTabs = memo(function OrderTabs({ search, counts, views }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const current = search.tab ?? '';
  const { view: _view, ...filters } = withoutPlace(search);
  const named = [...views.own, ...views.shared];
  return (
    <div className="tabs order-tabs">
      <TabNav label={t`Order status`}>
        {ORDER_TABS.map((tab) => (
          <Link
            key={tab}
            to="/ecommerce/orders"
            search={parseOrderSearch({ ...filters, tab })}
            activeProps={{}}
            activeOptions={{ exact: true }}
            preload={false}
            aria-current={tab === current && !views.active ? 'page' : undefined}
            title={tab === '' ? t`Everything but archived orders` : undefined}
          >
            {i18n._(TAB_WORDS[tab])}
            {counts && <span className="count">{format.number(countOf(counts, tab))}</span>}
          </Link>
        ))}
      </TabNav>
      {named.length > 0 && (
        <TabNav label={t`Saved views`} className="view-tabs">
          {named.map((view) => {
            const active = view === views.active;
            const unsaved = active && views.changed;
            return (
              <Link
                key={view.key}
                to="/ecommerce/orders"
                search={{ ...view.search, view: view.key }}
                activeProps={{}}
                activeOptions={{ exact: true }}
                preload={false}
                aria-current={active ? 'page' : undefined}
                title={unsaved ? t`${view.name}: changed, not saved` : view.name}
              >
                {view.shared && <IconUsers size={14} aria-label={t`shared`} />}
                <span className="view-name">{view.name}</span>
                {unsaved && (
                  <span className="unsaved">
                    <span className="sr-only">{t`not saved`}</span>
                  </span>
                )}
              </Link>
            );
          })}
        </TabNav>
      )}
    </div>
  );
});
