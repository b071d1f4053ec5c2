import '../customers/customers.css';
import { Button, NativeSelect } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';
import type { FranchiseSummary } from '@scanship/contracts/network/franchises';
import { PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { LOCALE_NAMES } from '../../ui/LanguageLinks.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { Pager } from '../../ui/Pager.tsx';
import { SearchField } from '../customers/SearchField.tsx';
import { FRANCHISES_PAGE, type FranchisesSearch, franchisesSearch } from './franchises-search.ts';
import { franchisesQuery } from './platform-api.ts';

const CreateFranchise = lazy(() => import('./CreateFranchise.tsx'));
const route = getRouteApi('/inside/franchises');

/** The operator's franchises. */
export function FranchisesPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const navigate = useNavigate();
  const search = franchisesSearch({ ...route.useSearch() });
  const { create, ...filter } = search;
  const list = useQuery(franchisesQuery(filter));
  const createLoaded = useLoaded(create === true);
  const go = useCallback(
    (change: (was: FranchisesSearch) => Record<string, unknown>) =>
      void navigate({ to: '/franchises', search: (was) => franchisesSearch(change(franchisesSearch(was))) }),
    [navigate],
  );
  const find = useCallback((q: string) => go((was) => ({ ...was, q, page: undefined })), [go]);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go((was) => ({ ...was, create: true }))}>
      <Trans>New franchise</Trans>
    </Button>
  );
  return (
    <div className="page-narrow">
      <PageHead title={t`Franchises`} description={i18n._(PAGES.franchises.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>Franchises</Trans>
          </h1>
        </div>
        {add}
      </div>
      <section className="card" aria-label={t`Franchises`}>
        <div className="list-tools">
          <SearchField label={t`Find by name or host`} value={search.q ?? ''} onSearch={find} />
          <NativeSelect
            aria-label={t`State`}
            value={search.state ?? ''}
            data={[
              { value: '', label: t`All statuses` },
              { value: 'active', label: t`Active` },
              { value: 'suspended', label: t`Suspended` },
            ]}
            onChange={({ currentTarget: { value } }) => go((was) => ({ ...was, state: value, page: undefined }))}
          />
        </div>
        {list.data ? (
          <>
            {list.isError && <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />}
            {list.data.franchises.length > 0 ? (
              <Rows franchises={list.data.franchises} />
            ) : search.q || search.state ? (
              <EmptyState
                title={t`No franchise matches`}
                actions={
                  <Button variant="default" onClick={() => go(() => ({}))}>
                    <Trans>Clear search and filters</Trans>
                  </Button>
                }
              />
            ) : (
              <EmptyState title={t`No franchise yet`} actions={add}>
                <Trans>A franchise has its own host, brand, plans and people.</Trans>
              </EmptyState>
            )}
            <Pager
              page={list.data.currentPage}
              size={FRANCHISES_PAGE}
              total={list.data.totalRecords}
              onPage={(page) => go((was) => ({ ...was, page }))}
            />
          </>
        ) : list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <div className="card-body">
            <Skeletons rows={5} height={32} />
          </div>
        )}
      </section>
      {createLoaded && (
        <Suspense fallback={null}>
          <CreateFranchise opened={create === true} onClose={() => go((was) => ({ ...was, create: undefined }))} />
        </Suspense>
      )}
    </div>
  );
}

function Rows({ franchises }: { readonly franchises: readonly FranchiseSummary[] }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <TableWrap label={t`Franchises`}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">
              <Trans>Franchise</Trans>
            </th>
            <th scope="col">
              <Trans>Hosts</Trans>
            </th>
            <th scope="col" className="end">
              <Trans>Customers</Trans>
            </th>
            <th scope="col" className="wide-only">
              <Trans>Currency and language</Trans>
            </th>
            <th scope="col" className="wide-only">
              <Trans>Since</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {franchises.map((franchise) => (
            <tr key={franchise.id} data-testid="franchise">
              <td>
                <Link
                  className="link customer-name"
                  to="/franchises/$franchiseId"
                  params={{ franchiseId: franchise.id }}
                >
                  {franchise.brandName || franchise.name}
                </Link>{' '}
                {franchise.state === 'suspended' && <Badge tone="bad">{t`Suspended`}</Badge>}
                {franchise.brandName && franchise.brandName !== franchise.name && (
                  <div className="dim small break-anywhere">{franchise.name}</div>
                )}
              </td>
              <td>
                {franchise.hosts.length === 0 && (
                  <span className="dim">
                    <Trans>none yet</Trans>
                  </span>
                )}
                {franchise.hosts.slice(0, 3).map(({ host, state }) => (
                  <div key={host} className="row tight break-anywhere">
                    {host}
                    {state === 'pending' && <Badge tone="warn">{t`Awaiting verification`}</Badge>}
                  </div>
                ))}
                {franchise.hosts.length > 3 && (
                  <div className="dim small">
                    <Trans>and {franchise.hosts.length - 3} more</Trans>
                  </div>
                )}
              </td>
              <td className="end num">{format.number(franchise.customers)}</td>
              <td className="wide-only">
                {franchise.currency} · {LOCALE_NAMES[franchise.locale]}
              </td>
              <td className="wide-only nowrap">{format.instant(franchise.createdAt, 'day')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}
