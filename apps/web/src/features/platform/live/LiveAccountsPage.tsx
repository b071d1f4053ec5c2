import '../platform.css';
import '../../carriers/carriers.css';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { LiveAccount } from '@scanship/contracts/carriers/live-accounts';
import { PAGES } from '../../../app/routes/pages.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge, TestBadge } from '../../../ui/Badge.tsx';
import { PageHead } from '../../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { FranchiseFrame } from '../../customers/FranchiseFrame.tsx';
import { SearchField } from '../../customers/SearchField.tsx';
import { liveAccountsQuery } from './live-api.ts';

type Home = '/platform/accounts' | '/customer/accounts';

/** Accounts of everybody, for the operator. */
export function LiveAccountsPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  return (
    <div className="page-narrow">
      <PageHead title={t`Live accounts`} description={i18n._(PAGES.liveAccounts.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>Live accounts</Trans>
          </h1>
          <p className="dim small">
            <Purpose />
          </p>
        </div>
      </div>
      <Accounts home="/platform/accounts" />
    </div>
  );
}

/** Those of a franchise and its customers, as a tab. */
export function FranchiseLiveAccountsPage() {
  const { t } = useLingui();
  return (
    <FranchiseFrame title={t`Live accounts`}>
      <div className="stack">
        <p className="dim small">
          <Purpose />
        </p>
        <Accounts home="/customer/accounts" />
      </div>
    </FranchiseFrame>
  );
}

const Purpose = () => (
  <Trans>
    When an account answers something that a connector does not understand, keep its exact traffic for a while and hand
    a redacted case to the developers.
  </Trans>
);

function Accounts({ home }: { readonly home: Home }) {
  const { t } = useLingui();
  const { q = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const list = useQuery(liveAccountsQuery(q));
  const find = useCallback(
    (text: string) => void navigate({ to: home, search: text === '' ? {} : { q: text } }),
    [navigate, home],
  );
  return (
    <section className="card" aria-label={t`Accounts`}>
      <div className="list-tools">
        <SearchField label={t`Find by name, connector or owner`} value={q} onSearch={find} />
      </div>
      {list.data ? (
        list.data.accounts.length > 0 ? (
          <>
            <Rows accounts={list.data.accounts} home={home} />
            {list.data.more && (
              <p className="card-body dim small">
                <Trans>There are more accounts. Search to find them.</Trans>
              </p>
            )}
          </>
        ) : (
          <EmptyState title={q === '' ? t`No account yet` : t`No account matches`} />
        )
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={6} height={32} />
        </div>
      )}
    </section>
  );
}

function Rows({ accounts, home }: { readonly accounts: readonly LiveAccount[]; readonly home: Home }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <TableWrap label={t`Accounts`}>
      <table className="plain-table" data-testid="live-accounts">
        <thead>
          <tr>
            <th scope="col">
              <Trans>Account</Trans>
            </th>
            <th scope="col">
              <Trans>Connector</Trans>
            </th>
            <th scope="col">
              <Trans>Owner</Trans>
            </th>
            <th scope="col">
              <Trans>Exact traffic</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((one) => (
            <tr key={one.id}>
              <td>
                <Link className="link strong" to={`${home}/$accountId`} params={{ accountId: one.id }}>
                  {one.name}
                </Link>{' '}
                {one.mode !== 'live' && <TestBadge />}
              </td>
              <td>
                {one.connectorName}
                <span className="dim small block">{one.kind === 'carrier' ? t`Carrier` : t`Store`}</span>
              </td>
              <td>{one.owner}</td>
              <td>
                {one.keptUntil === null ? (
                  '–'
                ) : (
                  <Badge tone="warn">{t`Kept until ${format.instant(one.keptUntil, 'short')}`}</Badge>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}
