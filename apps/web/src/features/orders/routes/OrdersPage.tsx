import '../orders.css';
import '../order-bars.css';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileImport, IconPlus } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { DEFAULT_PAGE_SIZE, type OrderRow } from '@scanship/contracts/orders/order-list';
import { notify } from '../../../app/notify.ts';
import { PAGES } from '../../../app/routes/pages.ts';
import { useFormat } from '../../../app/use-format.ts';
import { PHONE, ROOM_FOR_PANEL, useMedia } from '../../../lib/use-media.ts';
import { useLayer } from '../../../ui/use-layer.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { PageHead } from '../../../ui/PageHead.tsx';
import { focusRates } from '../../shipping/focus.ts';
import { clearRates } from '../../shipping/rates/rates-store.ts';
import { ordersQuery } from '../api/orders-api.ts';
import { withWords } from '../api/with-words.ts';
import { BulkBar } from '../components/BulkBar.tsx';
import { FilterBar, loadFilters } from '../components/FilterBar.tsx';
import { FilterChips } from '../components/FilterChips.tsx';
import { ListBody } from '../components/ListBody.tsx';
import { ListNotices } from '../components/ListNotices.tsx';
import { LEAD_WIDTH } from '../components/OrderTable.tsx';
import { OrderTabs } from '../components/OrderTabs.tsx';
import { PageFooter, type Turn } from '../components/PageFooter.tsx';
import { RowMenu, type RowMenuAt } from '../components/RowMenu.tsx';
import { StoreAges } from '../components/StoreAges.tsx';
import { UndoSelection } from '../components/UndoSelection.tsx';
import { targetOfRow, targetOfSelection, useActions } from '../components/use-actions.ts';
import { useLiveOrders } from '../components/use-live-orders.ts';
import { useNextOrder } from '../components/use-next-order.ts';
import { useOpenRow } from '../components/use-open-row.ts';
import { useOrderColumns } from '../components/use-order-columns.ts';
import { useOrderKeys } from '../components/use-order-keys.ts';
import { useSelection } from '../components/use-selection.ts';
import { useViews } from '../components/use-views.ts';
import { rowForKeys } from '../model/list-place.ts';
import { DEFAULT_SORT, filtersOf, type OrderSearch, parseOrderSearch, withoutPlace } from '../model/order-search.ts';
import { countOf, pageState } from '../model/selection.ts';

const PanelHost = lazy(() => import('../../shipping/PanelHost.tsx'));
const ActionHost = lazy(withWords(() => import('../later/ActionHost.tsx')));
const OrderPreview = lazy(withWords(() => import('../later/OrderPreview.tsx')));
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
  const { order: openId, view: _view, ...listSearch } = search;
  // One address, one list: opening the panel must not make a new list of the same rows.
  const listKey = JSON.stringify(listSearch);
  const list = useMemo(() => JSON.parse(listKey) as OrderSearch, [listKey]);
  const today = format.today();
  const orders = useQuery(ordersQuery(list, today));
  const { data } = orders;
  const rows = data?.orders ?? NO_ROWS;
  const live = useLiveOrders(list, today, data);
  const views = useViews(search);

  const columns = useOrderColumns(LEAD_WIDTH);
  const selection = useSelection(list, rows);
  const chosen = useDeferredValue(selection.current);
  const filters = useLayer(loadFilters, 'dialog');
  const panelLoaded = useLoaded(openId !== undefined);
  const [preview, setPreview] = useState<string | undefined>(undefined);
  const [menu, setMenu] = useState<RowMenuAt | undefined>(undefined);
  const searchInput = useRef<HTMLInputElement>(null);
  const bodyRef = useRef<HTMLDivElement>(null);
  const blockedNote = useRef<((text: string) => void) | null>((text) => notify.problem(text));

  // The rates of the last list do not survive another one (decisions 27).
  useEffect(() => clearRates(), [listKey]);

  const change = useCallback(
    (next: OrderSearch) =>
      void navigate({ search: (old) => parseOrderSearch({ view: old.view, ...next, order: undefined }) }),
    [navigate],
  );
  /** To a named view, or away from all of them. */
  const changeView = useCallback(
    (next: OrderSearch) => void navigate({ search: parseOrderSearch({ ...next, order: undefined }) }),
    [navigate],
  );
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({ search: (old) => parseOrderSearch({ ...old, order: id }), replace: true }),
    [navigate],
  );
  const sort = list.sort ?? DEFAULT_SORT;
  const { seen, all } = selection;
  const target = useMemo(
    () => targetOfSelection(chosen, filtersOf(list, today), sort, seen()),
    [chosen, list, today, sort, seen],
  );
  const selectAll = useCallback(() => {
    if (!data || data.totalRecords === 0) return false;
    all(data.totalRecords, data.totalCapped);
    return true;
  }, [data, all]);
  const openMenu = useCallback((row: OrderRow, button: HTMLElement) => setMenu({ row, button, opened: true }), []);
  const keys = useOrderKeys({
    rows,
    openId,
    docked,
    chosen: countOf(selection.current),
    previewed: preview !== undefined,
    searchInput,
    open,
    onFilters: () => filters.setOpened(true),
    onToggle: selection.toggle,
    onClear: selection.clear,
    onAll: selectAll,
    onPreview: setPreview,
    onMenu: (row) => {
      const button = bodyRef.current?.querySelector<HTMLElement>(
        `[data-order="${CSS.escape(row.ecomOrderNumber)}"] .row-menu`,
      );
      if (button) openMenu(row, button);
    },
  });
  const { activeId, setActiveId } = keys;
  const { gone } = live;
  const listed = useMemo(() => (gone.size > 0 ? rows.filter((row) => !gone.has(row.id)) : rows), [rows, gone]);
  const openOrder = useOpenRow(openId, data && listed, today);
  const openRow = useCallback(
    (id: string) => {
      setActiveId(id);
      open(id);
    },
    [setActiveId, open],
  );
  const keyTarget = () => {
    const row = rowForKeys(rows, { id: openId, row: openOrder }, activeId);
    return targetOfSelection(selection.current, filtersOf(list, today), sort, seen()) ?? (row && targetOfRow(row));
  };
  const actions = useActions({
    ready: data !== undefined,
    blockedNote,
    target: keyTarget,
    next: () => next && targetOfRow(next),
    ship: (id) => {
      if (id !== openId) openRow(id);
      focusRates();
    },
    preview: (id) => setPreview((now) => (now === id ? undefined : id)),
  });
  const next = useNextOrder({ rows: listed, openId, open: openRow, activeId });
  const { asked, actionsFor, perform } = actions;
  // Whoever chooses orders is about to do something with them: it is there by then.
  const hostLoaded = useLoaded(asked !== undefined || target !== undefined || menu !== undefined);
  const resize = useCallback(
    (size: string) => change(parseOrderSearch({ ...withoutPlace(list), size })),
    [change, list],
  );
  const turn = useCallback((to: Turn) => change(parseOrderSearch({ ...withoutPlace(list), ...to })), [change, list]);
  const wholePage =
    rows.length > 0 &&
    pageState(
      chosen,
      rows.map((row) => row.id),
    ) === 'all';
  const more = useMemo(
    () =>
      wholePage && !chosen.all && data && data.totalRecords > rows.length
        ? { total: data.totalRecords, capped: data.totalCapped }
        : undefined,
    [wholePage, chosen, data, rows],
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
            <StoreAges />
          </div>
          <LinkButton
            to="/ecommerce/orders/import"
            size="xs"
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
          >
            <Trans>Import</Trans>
          </LinkButton>
          <LinkButton to="/ecommerce/orders/new" size="xs" leftSection={<IconPlus size={16} aria-hidden />}>
            <Trans>New order</Trans>
          </LinkButton>
        </div>
        <div className="card orders-card">
          <OrderTabs search={list} counts={data?.counts} views={views} />
          <FilterBar
            search={search}
            columns={phone ? undefined : columns}
            searchInput={searchInput}
            filters={filters}
            views={views}
            onChange={change}
            onView={changeView}
          />
          <FilterChips search={list} onChange={change} />
          <ListNotices
            fresh={live.fresh}
            late={live.late}
            onShow={() => {
              void live.show().then(() => bodyRef.current?.scrollTo({ top: 0 }));
              keys.focusFirst(bodyRef.current);
            }}
          />
          <ListBody
            query={orders}
            search={list}
            phone={phone}
            table={{
              rows,
              columns,
              selection: selection.current,
              activeId,
              place: keys.place,
              openId,
              gone: live.gone,
              sort,
              busy: orders.isPlaceholderData,
              bodyRef,
              onSort: (next) => change({ ...withoutPlace(list), sort: next }),
              onToggle: selection.toggle,
              onTogglePage: selection.togglePage,
              onOpen: openRow,
              onActive: setActiveId,
              onMenu: openMenu,
            }}
            onChange={change}
          />
          {preview !== undefined && (
            <Suspense fallback={<div className="order-preview" />}>
              <OrderPreview
                orderId={preview}
                actionsFor={actionsFor}
                onAction={perform}
                onClose={() => {
                  setPreview(undefined);
                  keys.focusFirst(bodyRef.current);
                }}
              />
            </Suspense>
          )}
          <PageFooter
            size={list.size ?? DEFAULT_PAGE_SIZE}
            place={data}
            none={t`No orders`}
            onSize={resize}
            onTurn={turn}
          />
        </div>
        <div className="bars">
          {hostLoaded && (
            <Suspense fallback={null}>
              <ActionHost
                asked={asked}
                columns={columns.placed.map((each) => each.column.id)}
                sort={sort}
                onShow={(ids) => changeView({ ids })}
              />
            </Suspense>
          )}
          <BulkBar
            target={target}
            actionsFor={actionsFor}
            onAction={perform}
            more={more}
            narrow={openId !== undefined && docked}
            onAll={selectAll}
            onClear={selection.clear}
          />
          <UndoSelection lost={selection.lost} onUndo={selection.undo} />
        </div>
      </section>
      <RowMenu
        at={menu}
        actionsFor={actionsFor}
        onAction={perform}
        onClose={() => setMenu((now) => now && { ...now, opened: false })}
      />
      {panelLoaded && (
        <Suspense fallback={null}>
          <PanelHost orderId={openId} docked={docked} onClose={keys.closePanel} />
        </Suspense>
      )}
    </div>
  );
}
