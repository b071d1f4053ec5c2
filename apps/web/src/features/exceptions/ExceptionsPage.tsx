import './exceptions.css';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheck } from '#icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { EXCEPTION_KINDS, type ExceptionRow } from '@scanship/contracts/shipping/exceptions';
import { useProfile } from '../../app/profile.ts';
import { mayOpen, PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { TabNav } from '../../ui/TabNav.tsx';
import { ExceptionPanel } from './ExceptionPanel.tsx';
import { KIND_WORDS } from '../../app/shell/exception-kinds.ts';
import { exceptionSearch } from './exception-search.ts';
import { type ExceptionSearch, listQuery } from './exceptions-api.ts';

const route = getRouteApi('/inside/ecommerce/orders/exceptions');

/** Everything that will not come right by itself: what, since when, whose it is and what to do. */
export function ExceptionsPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const search = exceptionSearch({ ...route.useSearch() });
  const list = useQuery({ ...listQuery(search), placeholderData: keepPreviousData });
  const counts = list.data?.counts;
  const profile = useProfile();
  return (
    <div className="page-narrow">
      <PageHead title={t`Exceptions`} description={i18n._(PAGES.exceptions.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>Exceptions</Trans>
          </h1>
          <p className="dim small">
            <Trans>
              What needs your attention. Each entry closes automatically when its cause is gone; nothing is ever bought
              twice.
            </Trans>
          </p>
        </div>
        {mayOpen(PAGES.shippingCheck, profile) && (
          <Link to="/account/shipping-check" className="link small">
            {i18n._(PAGES.shippingCheck.title)}
          </Link>
        )}
      </div>
      <TabNav label={t`Which exceptions`}>
        <Choice search={{}} now={search} word={t({ message: 'All', context: 'exceptions' })} count={counts?.open} />
        <Choice search={{ owner: 'me' }} now={search} word={t`Mine`} count={counts?.mine} />
        <Choice search={{ owner: 'nobody' }} now={search} word={t`Unassigned`} count={counts?.unowned} />
        {EXCEPTION_KINDS.filter((kind) => (counts?.kinds[kind] ?? 0) > 0 || search.kind === kind).map((kind) => (
          <Choice
            key={kind}
            search={{ kind }}
            now={search}
            word={i18n._(KIND_WORDS[kind])}
            count={counts?.kinds[kind]}
          />
        ))}
        <Choice search={{ state: 'snoozed' }} now={search} word={t`Snoozed`} count={counts?.snoozed} />
        <Choice search={{ state: 'resolved' }} now={search} word={t`Resolved`} />
      </TabNav>
      <div className="exceptions-split" data-open={search.id !== undefined}>
        {list.data ? (
          <section className="card" aria-label={t`List`}>
            {list.isError && <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />}
            {list.data.exceptions.length === 0 ? (
              <EmptyState
                title={t`Nothing is open`}
                icon={<IconCircleCheck className="state-icon" size={36} stroke={1.4} aria-hidden />}
                actions={
                  Object.keys(search).length > 0 && (
                    <LinkButton to="/ecommerce/orders/exceptions" search={{}} variant="default">
                      <Trans>Show all</Trans>
                    </LinkButton>
                  )
                }
              >
                <Trans>Every purchase, push and parcel is as it should be.</Trans>
              </EmptyState>
            ) : (
              <ul>
                {list.data.exceptions.map((row) => (
                  <Row key={row.id} row={row} chosen={row.id === search.id} />
                ))}
              </ul>
            )}
            <Pager page={list.data.page} size={list.data.size} total={list.data.total} />
          </section>
        ) : list.isError ? (
          <section className="card">
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          </section>
        ) : (
          <Skeletons rows={6} height={40} />
        )}
        {search.id && <ExceptionPanel key={search.id} id={search.id} />}
      </div>
    </div>
  );
}

function Choice({
  search,
  now,
  word,
  count,
}: {
  readonly search: ExceptionSearch;
  readonly now: ExceptionSearch;
  readonly word: string;
  readonly count?: number | undefined;
}) {
  const current = search.kind === now.kind && search.owner === now.owner && search.state === now.state;
  return (
    <Link
      to="/ecommerce/orders/exceptions"
      search={search}
      aria-current={current ? 'page' : undefined}
      activeProps={{}}
      activeOptions={{ exact: true, includeSearch: true }}
    >
      {word}
      {count !== undefined && count > 0 && <span className="count">{count}</span>}
    </Link>
  );
}

function Row({ row, chosen }: { readonly row: ExceptionRow; readonly chosen: boolean }) {
  const { i18n } = useI18n();
  const format = useFormat();
  const { subject } = row;
  const about = [subject.order, subject.shipment, subject.store, subject.carrier, subject.import].find(
    (s) => s !== null,
  );
  return (
    <li>
      <Link
        from="/ecommerce/orders/exceptions"
        to="/ecommerce/orders/exceptions"
        search={(was: ExceptionSearch) => ({ ...was, id: row.id })}
        className="exception-row"
        aria-current={chosen ? 'true' : undefined}
        activeProps={{}}
        data-testid="exception"
        data-kind={row.kind}
      >
        <span className="row tight">
          <Badge tone={row.state === 'resolved' ? 'good' : row.kind === 'purchase' ? 'bad' : 'warn'}>
            {i18n._(KIND_WORDS[row.kind])}
          </Badge>
          {about && <span className="strong">{about.name}</span>}
          <span className="grow" />
          <span className="dim small">{format.instant(row.since, 'short')}</span>
        </span>
        <span>{row.summary}</span>
        <span className="dim small">
          {row.nextStep}
          {row.owner && (
            <>
              {' '}
              · <Trans>owner: {row.owner.name}</Trans>
            </>
          )}
        </span>
      </Link>
    </li>
  );
}

function Pager({ page, size, total }: { readonly page: number; readonly size: number; readonly total: number }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const pages = Math.max(1, Math.ceil(total / size));
  if (pages === 1) return null;
  const go = (to: number) =>
    void navigate({ from: '/ecommerce/orders/exceptions', search: (was: ExceptionSearch) => ({ ...was, page: to }) });
  return (
    <nav className="row between card-body" aria-label={t`Pages`}>
      <button type="button" className="link" disabled={page <= 1} onClick={() => go(page - 1)}>
        <Trans>Newer</Trans>
      </button>
      <span className="dim small">
        <Trans>
          {page} of {pages}
        </Trans>
      </span>
      <button type="button" className="link" disabled={page >= pages} onClick={() => go(page + 1)}>
        <Trans context="next page">More</Trans>
      </button>
    </nav>
  );
}
