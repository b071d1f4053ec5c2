import './stores.css';
import { TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Platform, StoreSummary } from '@scanship/contracts/stores/stores';
import { platformOfId } from '@scanship/domain/stores/store-platforms';
import { ForCustomer } from '../../app/ForCustomer.tsx';
import { PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import '../shipping/shipping.css';
import { CarrierTile } from '../shipping/rates/CarrierTile.tsx';
import { StoreBadges } from './StoreBadges.tsx';
import { platformsQuery, storesQuery } from './stores-api.ts';

/** Connected stores above the gallery of platforms (decisions 35). */
export function StoresPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const stores = useQuery({ ...storesQuery, refetchInterval: 20_000 });
  const platforms = useQuery(platformsQuery);
  const [text, setText] = useState('');
  const found = (platforms.data?.platforms ?? []).filter((p) =>
    p.name.toLowerCase().includes(text.trim().toLowerCase()),
  );
  return (
    <div className="page-narrow">
      <PageHead title={t`Stores`} description={i18n._(PAGES.stores.description)} />
      <div className="page-head">
        <h1 className="grow">
          <Trans>Stores</Trans>
        </h1>
        <Link to="/ecommerce/buyer-notices" className="link">
          <Trans>Notices to buyers</Trans>
        </Link>
      </div>
      <div className="stack wide">
        {stores.data ? (
          stores.data.stores.length > 0 && <StoreTable stores={stores.data.stores} />
        ) : stores.isError ? (
          <ErrorState compact error={stores.error} onRetry={() => void stores.refetch()} />
        ) : (
          <Skeletons rows={2} height={56} />
        )}
        <section className="stack">
          <div className="row between">
            <h2>
              <Trans>Connect a store</Trans>
            </h2>
            <ForCustomer>
              <TextInput
                aria-label={t`Find a platform`}
                placeholder={t`Find a platform`}
                leftSection={<IconSearch size={16} aria-hidden />}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
            </ForCustomer>
          </div>
          <ForCustomer say>
            {platforms.data ? (
              found.length === 0 ? (
                <p className="dim">
                  <Trans>No platform of this name.</Trans>
                </p>
              ) : (
                <ul className="platforms">
                  {found.map((platform) => (
                    <PlatformTile key={platform.id} platform={platform} />
                  ))}
                </ul>
              )
            ) : platforms.isError ? (
              <ErrorState error={platforms.error} onRetry={() => void platforms.refetch()} />
            ) : (
              <Skeletons rows={5} height={44} />
            )}
          </ForCustomer>
        </section>
      </div>
    </div>
  );
}

function StoreTable({ stores }: { readonly stores: readonly StoreSummary[] }) {
  const { t } = useLingui();
  return (
    <div className="card">
      <TableWrap label={t`Connected stores`}>
        <table className="plain-table mark-table">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Store</Trans>
              </th>
              <th scope="col" className="wide-only">
                <Trans>State</Trans>
              </th>
              <th scope="col" className="wide-only">
                <Trans>Last answer</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {stores.map((store) => (
              <StoreRow key={store.id} store={store} />
            ))}
          </tbody>
        </table>
      </TableWrap>
    </div>
  );
}

function StoreRow({ store }: { readonly store: StoreSummary }) {
  const format = useFormat();
  return (
    <tr data-testid="store" data-state={store.state}>
      <th scope="row">
        <span className="mark-cell">
          <CarrierTile name={store.platformName} id={platformOfId(store.platformId)?.code} size={32} />
          <span className="mark-words">
            <Link className="link" to="/ecommerce/store/$storeId" params={{ storeId: store.id }}>
              {store.name}
            </Link>
            <span className="dim small break-anywhere">
              {store.platformName} · {store.externalAccount}
            </span>
            <span className="phone-only">
              <StoreBadges store={store} />
              <StoreProblem store={store} />
            </span>
          </span>
        </span>
      </th>
      <td className="wide-only">
        <StoreBadges store={store} />
        <StoreProblem store={store} />
      </td>
      <td className="wide-only nowrap">
        {store.lastOkAt ? (
          format.instant(store.lastOkAt, 'short')
        ) : (
          <span className="dim">
            <Trans>No orders asked for yet</Trans>
          </span>
        )}
      </td>
    </tr>
  );
}

const StoreProblem = ({ store: { problem } }: { readonly store: StoreSummary }) =>
  problem && (
    <span className="small danger block mark-problem">
      {problem.message} {problem.nextStep}
    </span>
  );

function PlatformTile({ platform }: { readonly platform: Platform }) {
  const { t } = useLingui();
  const body = (
    <>
      <CarrierTile name={platform.name} id={platformOfId(platform.id)?.code} size={36} />
      <span className="grow strong">{platform.name}</span>
      {!platform.available && <Badge outline>{t`Not yet`}</Badge>}
      {platform.available && !platform.modes.includes('live') && <Badge tone="test">TEST</Badge>}
    </>
  );
  return (
    <li>
      {platform.available ? (
        <Link className="platform" to="/ecommerce/connect-store/$storeName" params={{ storeName: platform.path }}>
          {body}
        </Link>
      ) : (
        <span className="platform" data-off title={platform.unavailableBecause ?? undefined}>
          {body}
          <span className="sr-only">{platform.unavailableBecause}</span>
        </span>
      )}
    </li>
  );
}
