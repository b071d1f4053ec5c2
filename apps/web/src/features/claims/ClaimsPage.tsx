import './claims.css';
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ClaimRow } from '@scanship/contracts/shipping/claims';
import { CLAIM_STATES } from '@scanship/domain/shipping/claims';
import { PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { TabNav } from '../../ui/TabNav.tsx';
import { KINDS, STATES } from './claim-words.ts';
import { claimsQuery } from './claims-api.ts';

const route = getRouteApi('/inside/ecommerce/orders/claims');

/** Claims at carriers, from the first note to the money. */
export function ClaimsPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { state } = route.useSearch();
  const list = useInfiniteQuery(claimsQuery(state));
  const rows = list.data?.pages.flatMap((page) => page.claims) ?? [];
  return (
    <div className="page-narrow">
      <PageHead title={t`Claims`} description={i18n._(PAGES.claims.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>Claims</Trans>
          </h1>
          <p className="dim small">
            <Trans>Begin one at the shipment of an order: everything known of the parcel comes along.</Trans>
          </p>
        </div>
      </div>
      <TabNav label={t`Which claims`}>
        {[undefined, ...CLAIM_STATES].map((each) => (
          <Link
            key={each ?? ''}
            to="/ecommerce/orders/claims"
            search={each ? { state: each } : {}}
            aria-current={state === each ? 'page' : undefined}
            activeProps={{}}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {each ? i18n._(STATES[each].words) : t({ message: 'All', context: 'claims' })}
          </Link>
        ))}
      </TabNav>
      <section className="card tab-body" aria-label={t`Claims`}>
        {list.isError && rows.length === 0 ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : list.isPending ? (
          <div className="card-body">
            <Skeletons rows={5} height={40} />
          </div>
        ) : rows.length === 0 ? (
          <EmptyState title={t`No claims`}>
            <Trans>What a carrier loses or breaks is claimed from the shipment of its order.</Trans>
          </EmptyState>
        ) : (
          <ul className="claims-list">
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <div className="card-body row">
            <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              <Trans>Older ones</Trans>
            </Button>
          </div>
        )}
      </section>
    </div>
  );
}

function Row({ row }: { readonly row: ClaimRow }) {
  const { i18n } = useI18n();
  const format = useFormat();
  const { words, tone } = STATES[row.state];
  return (
    <li>
      <Link
        to="/ecommerce/orders/claims/$claimId"
        params={{ claimId: row.id }}
        className="claims-row"
        data-testid="claim"
      >
        <span className="row tight">
          <span className="strong">{row.orderNumber}</span>
          <Badge tone={tone}>{i18n._(words)}</Badge>
          <span className="grow" />
          <span className="num">{format.money(row.paid ?? row.amount)}</span>
        </span>
        <span>
          {row.carrierName} {row.trackingNumber} · {i18n._(KINDS[row.kind])}
        </span>
        {row.state === 'draft' && row.until && (
          <span className="small dim">
            <Trans>File it until {format.day(row.until)}</Trans>
          </span>
        )}
      </Link>
    </li>
  );
}
