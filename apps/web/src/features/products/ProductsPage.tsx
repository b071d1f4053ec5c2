import '../orders/orders.css';
import '../orders/order-bars.css';
import './products.css';
import { Button, Menu } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconFileImport, IconPlus, IconX } from '#icons';
import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import type { DataOf } from '@scanship/contracts/call';
import { DEFAULT_PAGE_SIZE, type listProducts, type ProductRow } from '@scanship/contracts/products/products';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { saveBlob } from '../../lib/download.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { countOf } from '../orders/model/selection.ts';
import { archiveMany, exportFile, productsChanged, productsQuery } from './api/products-api.ts';
import { NewProductDialog } from './components/NewProductDialog.tsx';
import { ProductCards } from './components/ProductCards.tsx';
import { ProductChips, ProductFilterBar } from './components/ProductFilterBar.tsx';
import { PageFooter } from '../orders/components/PageFooter.tsx';
import { LEAD_WIDTH, ProductTable } from './components/ProductTable.tsx';
import { useInline } from './components/use-inline.ts';
import { useProductColumns } from './components/use-product-columns.ts';
import { selectionOf, useProductSelection } from './components/use-product-selection.ts';
import {
  activeFilters,
  chipOf,
  DEFAULT_SORT,
  filtersOf,
  parseProductSearch,
  type ProductSearch,
  withoutFilter,
  withoutFilters,
  withoutPlace,
} from './model/product-search.ts';
import { useCountries } from './model/use-countries.ts';
import { useUnits } from './model/use-units.ts';
import { FILTER_WORDS } from './model/words.ts';

const ProductDrawer = lazy(() => import('./components/ProductDrawer.tsx'));
const BulkEditDialog = lazy(async () => ({
  default: (await import('./components/BulkEditDialog.tsx')).BulkEditDialog,
}));
const route = getRouteApi('/inside/ecommerce/products');
const NO_ROWS: readonly ProductRow[] = [];

export function ProductsPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const address = route.useSearch();
  const search = useMemo(() => parseProductSearch(address), [address]);
  const navigate = route.useNavigate();
  const phone = useMedia(PHONE);
  const mayEdit = useProfile().rights.includes('products.edit');
  const { product: openId, ...list } = search;
  const products = useQuery(productsQuery(list));
  const rows = products.data?.products ?? NO_ROWS;
  const pageIds = useMemo(() => rows.map((row) => row.id), [rows]);
  const selection = useProductSelection(search, pageIds);
  const columns = useProductColumns(LEAD_WIDTH);
  const countries = useCountries();
  const inline = useInline(useUnits(), countries);
  // Typed on an earlier visit and not saved; while somebody types, nothing is said.
  const [left] = useState(inline.open > 0);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [editing, setEditing] = useState(false);
  const [adding, setAdding] = useState(false);
  const searchInput = useRef<HTMLInputElement>(null);
  const bodyRef = useRef<HTMLDivElement>(null);
  const drawerLoaded = useLoaded(openId !== undefined);
  const bulkLoaded = useLoaded(editing);

  const change = useCallback(
    (next: ProductSearch) => void navigate({ search: parseProductSearch({ ...next, product: undefined }) }),
    [navigate],
  );
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({ search: (old) => parseProductSearch({ ...old, product: id }), replace: true }),
    [navigate],
  );
  const group = t`Products`;
  useShortcuts([
    {
      keys: ['/'],
      group,
      label: t`Search`,
      run: () => {
        searchInput.current?.focus();
        searchInput.current?.select();
        return true;
      },
    },
    { keys: ['f'], group, label: t`Filters`, run: () => setFiltersOpen(true) },
    {
      keys: ['Escape'],
      group,
      label: t`Clear selection`,
      run: () => {
        if (countOf(selection.current) === 0) return false;
        selection.clear();
        return true;
      },
    },
  ]);
  const exporting = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') =>
      exportFile({
        ...(countOf(selection.current) > 0 ? selectionOf(selection.current, list) : { filters: filtersOf(list) }),
        format,
      }),
    onSuccess: ({ blob, fileName }, format) => saveBlob(blob, fileName ?? `Products.${format}`),
    onError: (error) => notify.error(error),
  });

  return (
    <div className="orders-page">
      <PageHead title={t`Products`} description={i18n._(PAGES.products.description)} />
      <section className="orders-list" aria-label={t`Product list`}>
        <div className="page-head">
          <div className="grow">
            <h1>
              <Trans>Products</Trans>
            </h1>
          </div>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                variant="default"
                loading={exporting.isPending}
                leftSection={<IconDownload size={16} aria-hidden />}
              >
                <Trans>Export</Trans>
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => exporting.mutate('xlsx')}>
                <Trans>As a workbook (XLSX)</Trans>
              </Menu.Item>
              <Menu.Item onClick={() => exporting.mutate('csv')}>
                <Trans>As text (CSV)</Trans>
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          {mayEdit && (
            <>
              <LinkButton
                to="/ecommerce/products/import"
                variant="default"
                leftSection={<IconFileImport size={16} aria-hidden />}
              >
                <Trans>Import</Trans>
              </LinkButton>
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
                <Trans>New product</Trans>
              </Button>
            </>
          )}
        </div>
        <div className="card orders-card">
          <ProductFilterBar
            search={list}
            columns={phone ? undefined : columns}
            searchInput={searchInput}
            filtersOpen={filtersOpen}
            onFiltersOpen={setFiltersOpen}
            onChange={change}
          />
          <ProductChips search={list} onChange={change} />
          {inline.open > 0 && (inline.firstError !== undefined || left) && (
            <Unsaved open={inline.open} error={inline.firstError} onDiscard={inline.discard} />
          )}
          <Body
            query={products}
            search={list}
            onChange={change}
            table={
              phone ? (
                <ProductCards rows={rows} selection={selection.current} onToggle={selection.toggle} onOpen={open} />
              ) : (
                <ProductTable
                  rows={rows}
                  columns={columns}
                  selection={selection.current}
                  inline={inline}
                  openId={openId}
                  sort={list.sort ?? DEFAULT_SORT}
                  busy={products.isPlaceholderData}
                  mayEdit={mayEdit}
                  bodyRef={bodyRef}
                  onSort={(sort) => change({ ...withoutPlace(list), sort })}
                  onToggle={selection.toggle}
                  onTogglePage={selection.togglePage}
                  onOpen={open}
                />
              )
            }
          />
          <PageFooter
            size={list.size ?? DEFAULT_PAGE_SIZE}
            place={products.data}
            none={t`No products`}
            onSize={(size) => change(parseProductSearch({ ...withoutPlace(list), size }))}
            onTurn={(to) => change(parseProductSearch({ ...withoutPlace(list), ...to }))}
          />
        </div>
        <ProductBulkBar
          selection={selection}
          search={list}
          mayEdit={mayEdit}
          total={products.data?.totalRecords ?? 0}
          capped={products.data?.totalCapped ?? false}
          pageIds={pageIds}
          onEdit={() => setEditing(true)}
        />
      </section>
      <datalist id="product-countries">
        {countries.options.map(({ value, label }) => (
          <option key={value} value={label}>
            {value}
          </option>
        ))}
      </datalist>
      <Suspense fallback={null}>
        {drawerLoaded && <ProductDrawer id={openId} mayEdit={mayEdit} onClose={() => open(undefined)} />}
        {bulkLoaded && (
          <BulkEditDialog
            opened={editing}
            selection={selectionOf(selection.current, list)}
            count={countOf(selection.current)}
            onClose={() => setEditing(false)}
          />
        )}
      </Suspense>
      <NewProductDialog
        opened={adding}
        onClose={() => setAdding(false)}
        onMade={(id) => {
          setAdding(false);
          open(id);
        }}
      />
    </div>
  );
}

/** What was typed into cells and is not saved is said, never dropped. */
function Unsaved({
  open,
  error,
  onDiscard,
}: {
  readonly open: number;
  readonly error: string | undefined;
  readonly onDiscard: () => void;
}) {
  return (
    <div className="grid-problem">
      <div className="notice" data-tone={error === undefined ? undefined : 'warn'} role="status">
        <div className="grow">
          <Plural value={open} one="# cell is not saved yet." other="# cells are not saved yet." /> {error}
        </div>
        <button type="button" className="link small" onClick={onDiscard}>
          <Trans>Discard changes</Trans>
        </button>
      </div>
    </div>
  );
}

function Body({
  query,
  search,
  table,
  onChange,
}: {
  readonly query: UseQueryResult<DataOf<typeof listProducts>>;
  readonly search: ProductSearch;
  readonly table: React.ReactNode;
  readonly onChange: (next: ProductSearch) => void;
}) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { data } = query;
  if (!data)
    return query.isError ? (
      <div className="grid-scroll">
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </div>
    ) : (
      <div className="grid-scroll grid-wait" aria-busy>
        <Skeletons rows={12} height={20} />
      </div>
    );
  if (data.products.length > 0)
    return (
      <>
        {query.isError && (
          <div className="grid-problem">
            <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
          </div>
        )}
        {table}
      </>
    );
  const offers = data.emptiedBy.flatMap(({ filter, rows }) => {
    const name = chipOf(filter);
    return name ? [{ name, rows, words: i18n._(FILTER_WORDS[name]) }] : [];
  });
  const filtered = activeFilters(search).length > 0;
  return (
    <div className="grid-scroll">
      {search.page ? (
        <EmptyState
          title={t`This page is empty`}
          actions={
            <Button onClick={() => onChange(withoutPlace(search))}>
              <Trans>To the first page</Trans>
            </Button>
          }
        />
      ) : filtered ? (
        <EmptyState
          title={t`No product matches`}
          actions={
            <>
              {offers.slice(0, 2).map(({ name, rows, words }) => (
                <Button key={name} onClick={() => onChange(withoutFilter(search, name))}>
                  <Plural value={rows} one={`Without “${words}”: # product`} other={`Without “${words}”: # products`} />
                </Button>
              ))}
              <Button variant="default" onClick={() => onChange(withoutFilters(search))}>
                <Trans>Clear all filters</Trans>
              </Button>
            </>
          }
        />
      ) : (
        <EmptyState
          title={t`No products yet`}
          actions={
            <LinkButton to="/ecommerce/products/import" variant="default">
              <Trans>Import a file</Trans>
            </LinkButton>
          }
        >
          <Trans>Connected stores import theirs; you can also import a file or enter them by hand.</Trans>
        </EmptyState>
      )}
    </div>
  );
}

function ProductBulkBar({
  selection,
  search,
  mayEdit,
  total,
  capped,
  pageIds,
  onEdit,
}: {
  readonly selection: ReturnType<typeof useProductSelection>;
  readonly search: ProductSearch;
  readonly mayEdit: boolean;
  readonly total: number;
  readonly capped: boolean;
  readonly pageIds: readonly string[];
  readonly onEdit: () => void;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const { current } = selection;
  const archiving = useMutation({
    mutationFn: () => archiveMany({ ...selectionOf(current, search), archived: !search.archived }),
    onSuccess: ({ successMessage }) => {
      if (successMessage) notify.success(successMessage);
      selection.clear();
      productsChanged();
    },
    onError: (error) => notify.error(error),
  });
  const count = countOf(current);
  if (count === 0) return null;
  const whole = current.all === undefined && pageIds.every((id) => current.ids.has(id)) && (total > count || capped);
  return (
    <div className="bulk" role="toolbar" aria-label={t`Selected products`}>
      <span className="strong num" role="status">
        {current.all?.capped ? (
          <Trans>All {format.number(count)}+ products selected</Trans>
        ) : (
          <Plural value={count} one="# product selected" other="# products selected" />
        )}
      </span>
      {whole && (
        <button type="button" className="link small" onClick={() => selection.all(total, capped)}>
          {capped ? (
            <Trans>Select all that match ({format.number(total)}+)</Trans>
          ) : (
            <Trans>Select all {format.number(total)} that match</Trans>
          )}
        </button>
      )}
      {mayEdit && (
        <>
          <Button onClick={onEdit}>
            <Trans>Change…</Trans>
          </Button>
          <Button variant="default" loading={archiving.isPending} onClick={() => archiving.mutate()}>
            {search.archived ? <Trans context="from the archive">Take back</Trans> : <Trans>Archive</Trans>}
          </Button>
        </>
      )}
      <Button variant="subtle" color="gray" leftSection={<IconX size={16} aria-hidden />} onClick={selection.clear}>
        <Trans>Clear selection</Trans>
      </Button>
    </div>
  );
}
