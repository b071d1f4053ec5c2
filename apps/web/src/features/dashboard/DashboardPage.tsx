import './dashboard.css';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Dashboard } from '@scanship/contracts/network/dashboard';
import { safeUrl, useBrand } from '../../app/branding.ts';
import { kindOf, useProfile } from '../../app/profile.ts';
import { PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { CustomerBoard } from './CustomerBoard.tsx';
import { dashboardQuery } from './dashboard-api.ts';
import { dashboardSearch } from './dashboard-search.ts';
import { FranchiseBoard } from './FranchiseBoard.tsx';
import { PlatformBoard } from './PlatformBoard.tsx';
import { RangeBar } from './RangeBar.tsx';

const route = getRouteApi('/inside/dashboard');

/** The first page of everybody: what there is to do, and how it goes. The role decides which figures. */
export function DashboardPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const search = dashboardSearch({ ...route.useSearch() });
  const board = useQuery(dashboardQuery(search));
  return (
    <div className="page-narrow">
      <PageHead title={t`Dashboard`} description={i18n._(PAGES.dashboard.description)} />
      <Banner />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>Dashboard</Trans>
          </h1>
          {board.data && <Shown board={board.data} />}
        </div>
        <RangeBar search={search} />
      </div>
      {board.data ? (
        <>
          {board.isError && (
            <div className="board">
              <ErrorState compact error={board.error} onRetry={() => void board.refetch()} />
              <span />
            </div>
          )}
          <div aria-busy={board.isPlaceholderData}>
            <Board board={board.data} />
          </div>
        </>
      ) : board.isError ? (
        <div className="card">
          <ErrorState error={board.error} onRetry={() => void board.refetch()} />
        </div>
      ) : (
        <Skeletons rows={7} height={44} />
      )}
    </div>
  );
}

function Board({ board }: { readonly board: Dashboard }) {
  switch (board.kind) {
    case 'customer':
      return <CustomerBoard board={board} />;
    case 'franchise':
      return <FranchiseBoard board={board} />;
    case 'platform':
      return <PlatformBoard board={board} />;
  }
}

function Shown({ board }: { readonly board: Dashboard }) {
  const format = useFormat();
  const day = (text: string) => format.instant(`${text}T12:00:00Z`, 'day');
  const { from, to } = board.range;
  const days = from === to ? day(from) : `${day(from)} – ${day(to)}`;
  const made = 'asOf' in board && board.asOf ? format.instant(board.asOf, 'short') : undefined;
  return (
    <p className="dim small">
      {days}
      {made && (
        <>
          {' · '}
          <Trans>figures of {made}</Trans>
        </>
      )}
    </p>
  );
}

/** The tenant's picture above the figures (decisions 20): one for its customers, one for its own staff. */
function Banner() {
  const { raw } = useBrand();
  const kind = kindOf(useProfile());
  const picture = safeUrl(kind === 'customer' ? raw.customerBanner : raw.franchiseBanner, 'image');
  const [broken, setBroken] = useState('');
  if (!picture || picture === broken || kind === 'platform') return null;
  return <img className="board-banner" src={picture} alt="" onError={() => setBroken(picture)} />;
}
