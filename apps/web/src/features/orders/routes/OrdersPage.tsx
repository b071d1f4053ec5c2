import '../orders.css';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { DEFAULT_PAGE_SIZE, type OrderRow } from '@scanship/contracts/order-list';
import { PAGES } from '../../../app/routes/pages.ts';
import { useFormat } from '../../../app/use-format.ts';
import { PHONE, ROOM_FOR_PANEL, useMedia } from '../../../lib/use-media.ts';
import { useLayer } from '../../../ui/use-layer.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { PageHead } from '../../../ui/PageHead.tsx';
import { clearRates } from '../../shipping/rates-store.ts';
import { ordersQuery } from '../api/orders-api.ts';
import { BulkBar } from '../components/BulkBar.tsx';
import { FilterBar, loadFilters } from '../components/FilterBar.tsx';
import { FilterChips } from '../components/FilterChips.tsx';
import { ListBody } from '../components/ListBody.tsx';
import { LEAD_WIDTH } from '../components/OrderTable.tsx';
import { OrderTabs } from '../components/OrderTabs.tsx';
import { PageFooter } from '../components/PageFooter.tsx';
import { UndoSelection } from '../components/UndoSelection.tsx';
import { useOrderColumns } from '../components/use-order-columns.ts';
import { useOrderKeys } from '../components/use-order-keys.ts';
import { useSelection } from '../components/use-selection.ts';
import { type OrderSearch, parseOrderSearch, withoutPlace } from '../model/order-search.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';

const PanelHost = lazy(() => import('../../shipping/PanelHost.tsx'));
const route = getRouteApi('/inside/ecommerce/orders');
const NO_ROWS: readonly OrderRow[] = [];

export function OrdersPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const address = route.useSearch();
  const search = useMemo(() => parseOrderSearch(address), [address]);
  const navigate = route.useNavigate();
  const format = useFormat();
  const phone = useMedia(PHONE);
  const docked = useMedia(ROOM_FOR_PANEL);
  const { order: openId, ...listSearch } = search;
  // One address, one list: opening the panel must not make a new list of the same rows.
  const listKey = JSON.stringify(listSearch);
  const list = useMemo(() => JSON.parse(listKey) as OrderSearch, [listKey]);
  const orders = useQuery(ordersQuery(list, format.today()));
  const rows = orders.data?.orders ?? NO_ROWS;

  const columns = useOrderColumns(LEAD_WIDTH);
  const selection = useSelection(listKey, rows);
  const chosen = useDeferredValue(selection.current.ids);
  const filters = useLayer(loadFilters, 'dialog');
  const panelLoaded = useLoaded(openId !== undefined);
  const searchInput = useRef<HTMLInputElement>(null);
  const bodyRef = useRef<HTMLDivElement>(null);

  // The rates of the last list do not survive another one (decisions 27).
  useEffect(() => clearRates(), [listKey]);

  const change = useCallback(
    (next: OrderSearch) => void navigate({ search: parseOrderSearch({ ...next, order: undefined }) }),
    [navigate],
  );
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({ search: (old) => parseOrderSearch({ ...old, order: id }), replace: true }),
    [navigate],
  );
  const toggleSort = useCallback(
    () => change({ ...withoutPlace(list), sort: list.sort === 'placedAt' ? '-placedAt' : 'placedAt' }),
    [change, list],
  );
  const keys = useOrderKeys({
    rows,
    openId,
    docked,
    chosen: selection.current.ids,
    searchInput,
    open,
    onFilters: () => filters.setOpened(true),
    onToggle: selection.toggle,
    onClear: selection.clear,
  });
  const { setActive } = keys;
  const openRow = useCallback(
    (id: string) => {
      setActive(rows.findIndex((row) => row.id === id));
      open(id);
    },
    [setActive, rows, open],
  );
  const place = useMemo(
    () =>
      orders.data && {
        ...orders.data,
        rows: orders.data.currentPageSize,
        size: orders.data.size || DEFAULT_PAGE_SIZE,
      },
    [orders.data],
  );

  return (
    <div className="orders-page" data-panel={openId !== undefined && docked}>
      <PageHead title={t`Orders`} description={i18n._(PAGES.orders.description)} />
      <a
        className="skip"
        href="#orders-grid"
        onClick={(event) => {
          event.preventDefault();
          keys.focusFirst(bodyRef.current);
        }}
      >
        <Trans>Skip to the list of orders</Trans>
      </a>
      <section className="orders-list" aria-label={t`Order list`}>
        <div className="page-head">
          <div className="grow">
            <h1>
              <Trans>Orders</Trans>
            </h1>
          </div>
          <LinkButton
            to="/ecommerce/orders/import"
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
          >
            <Trans>Import</Trans>
          </LinkButton>
          <LinkButton to="/ecommerce/orders/new" leftSection={<IconPlus size={16} aria-hidden />}>
            <Trans>New order</Trans>
          </LinkButton>
        </div>
        <div className="card orders-card">
          <OrderTabs search={list} counts={orders.data?.counts} />
          <FilterBar
            search={list}
            columns={phone ? undefined : columns}
            searchInput={searchInput}
            filters={filters}
            onChange={change}
          />
          <FilterChips search={list} onChange={change} />
          <ListBody
            query={orders}
            search={list}
            phone={phone}
            table={{
              rows,
              columns,
              selection: selection.current,
              active: keys.active,
              openId,
              sort: list.sort ?? '-placedAt',
              busy: orders.isPlaceholderData,
              bodyRef,
              onSort: toggleSort,
              onToggle: selection.toggle,
              onTogglePage: selection.togglePage,
              onOpen: openRow,
              onActive: keys.setActive,
            }}
            onChange={change}
          />
          <PageFooter search={list} place={place} onChange={change} />
        </div>
        <BulkBar ids={chosen} onClear={selection.clear} />
        <UndoSelection lost={selection.lost} onUndo={selection.undo} />
      </section>
      {panelLoaded && (
        <Suspense fallback={null}>
          <PanelHost orderId={openId} docked={docked} onClose={keys.closePanel} />
        </Suspense>
      )}
    </div>
  );
}
