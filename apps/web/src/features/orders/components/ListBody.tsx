import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { DataOf } from '@scanship/contracts/call';
import type { listOrders } from '@scanship/contracts/orders/order-list';
import type { ComponentProps } from 'react';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import {
  activeFilters,
  chipOfServerFilter,
  type OrderSearch,
  withoutFilter,
  withoutFilters,
} from '../model/order-search.ts';
import { FILTER_WORDS } from '../model/words.ts';
import { OrderCards } from './OrderCards.tsx';
import { OrderTable } from './OrderTable.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';

interface Props {
  readonly query: UseQueryResult<DataOf<typeof listOrders>>;
  readonly search: OrderSearch;
  readonly phone: boolean;
  readonly table: ComponentProps<typeof OrderTable>;
  readonly onChange: (next: OrderSearch) => void;
}

/** The rows, or what stands in their place while they load, when there are none, or when they cannot be had. */
export function ListBody({ query, search, phone, table, onChange }: Props) {
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
  if (data.orders.length === 0)
    return (
      <div className="grid-scroll" id="orders-grid">
        {search.page ? (
          <PageGone search={search} onChange={onChange} />
        ) : activeFilters(search).length > 0 ? (
          <NothingMatches emptiedBy={data.emptiedBy} search={search} onChange={onChange} />
        ) : (
          <NoOrders tab={search.tab} />
        )}
      </div>
    );
  return (
    <>
      {query.isError && (
        <div className="grid-problem">
          <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
      {phone ? <OrderCards {...table} /> : <OrderTable {...table} />}
    </>
  );
}

/** Names the filter that empties the list and offers its removal (ux.md line 9). */
function NothingMatches({
  emptiedBy,
  search,
  onChange,
}: {
  readonly emptiedBy: readonly { filter: string; rows: number }[];
  readonly search: OrderSearch;
  readonly onChange: (next: OrderSearch) => void;
}) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const offers = emptiedBy.flatMap(({ filter, rows }) => {
    const name = chipOfServerFilter(filter);
    return name && rows > 0 ? [{ name, rows, words: i18n._(FILTER_WORDS[name]) }] : [];
  });
  const first = offers[0];
  return (
    <EmptyState
      title={t`No order matches all filters`}
      actions={
        <>
          {offers.slice(0, 3).map(({ name, rows, words }) => (
            <Button
              key={name}
              variant={name === first?.name ? 'filled' : 'default'}
              onClick={() => onChange(withoutFilter(search, name))}
            >
              <Plural value={rows} one={`Remove “${words}” (# order)`} other={`Remove “${words}” (# orders)`} />
            </Button>
          ))}
          <Button variant="default" onClick={() => onChange(withoutFilters(search))}>
            <Trans>Clear all filters</Trans>
          </Button>
        </>
      }
    >
      {first ? (
        <Trans>“{first.words}” empties this list.</Trans>
      ) : (
        // Also where there was no time to count without each.
        <Trans>Together, the filters exclude every order.</Trans>
      )}
    </EmptyState>
  );
}

function PageGone({
  search,
  onChange,
}: {
  readonly search: OrderSearch;
  readonly onChange: (next: OrderSearch) => void;
}) {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`This page of the list is empty now`}
      actions={
        <Button onClick={() => onChange({ ...search, page: undefined, after: undefined, before: undefined })}>
          <Trans>Go to the first page</Trans>
        </Button>
      }
    >
      <Trans>Orders changed places meanwhile.</Trans>
    </EmptyState>
  );
}

function NoOrders({ tab }: { readonly tab: string | undefined }) {
  const { t } = useLingui();
  if (tab)
    return (
      <EmptyState title={t`Nothing here`}>
        <Trans>No order has this status.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState
      title={t`No orders yet`}
      actions={
        <>
          <LinkButton to="/ecommerce/orders/import">
            <Trans>Import a file</Trans>
          </LinkButton>
          <LinkButton to="/ecommerce/orders/new" variant="default">
            <Trans>Enter an order by hand</Trans>
          </LinkButton>
        </>
      }
    >
      <Trans>Bring your orders in from a CSV or XLSX file, or enter the first one by hand.</Trans>
    </EmptyState>
  );
}
