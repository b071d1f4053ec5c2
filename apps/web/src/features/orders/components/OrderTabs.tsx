import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ORDER_TABS, type OrderCounts } from '@scanship/contracts/order-list';
import { memo } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { type OrderSearch, type OrderTab, parseOrderSearch, withoutPlace } from '../model/order-search.ts';
import { TAB_WORDS } from '../model/words.ts';

const countOf = (counts: OrderCounts, tab: OrderTab): number => counts[tab === '' ? 'all' : tab];

/** The tabs of product-spec section 2 with live counts. They are links: a tab can be opened in a new window. */
export const OrderTabs = memo(function OrderTabs({
  search,
  counts,
}: {
  readonly search: OrderSearch;
  readonly counts: OrderCounts | undefined;
}) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const current = search.tab ?? '';
  return (
    <nav className="tabs" aria-label={t`Order status`}>
      {ORDER_TABS.map((tab) => (
        <Link
          key={tab}
          to="/ecommerce/orders"
          search={parseOrderSearch({ ...withoutPlace(search), tab })}
          activeProps={{}}
          activeOptions={{ exact: true }}
          preload={false}
          aria-current={tab === current ? 'page' : undefined}
          title={tab === '' ? t`Everything but archived orders` : undefined}
        >
          {i18n._(TAB_WORDS[tab])}
          {counts && <span className="count">{format.number(countOf(counts, tab))}</span>}
        </Link>
      ))}
    </nav>
  );
});
