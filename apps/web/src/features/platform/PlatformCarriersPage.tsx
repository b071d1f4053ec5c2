import './platform.css';
import '../shipping/shipping.css';
import '../carriers/carriers.css';
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { PlatformCarrier } from '@scanship/contracts/network/platform-apps';
import { PAGES } from '../../app/routes/pages.ts';
import { Badge, TestBadge } from '../../ui/Badge.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { CarrierTile } from '../shipping/rates/CarrierTile.tsx';
import { platformCarriersQuery } from './platform-api.ts';

const ConnectDialog = lazy(async () => ({
  default: (await import('../carriers/components/ConnectDialog.tsx')).default,
}));
const LendDialog = lazy(() => import('./LendDialog.tsx'));

/** The operator's own carrier accounts, and which franchises ship with them. */
export function PlatformCarriersPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const carriers = useQuery(platformCarriersQuery);
  const [connecting, setConnecting] = useState(false);
  const [lending, setLending] = useState<PlatformCarrier>();
  const [open, setOpen] = useState(false);
  const connectLoaded = useLoaded(connecting);
  const lendLoaded = useLoaded(open);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setConnecting(true)}>
      <Trans>Connect a carrier</Trans>
    </Button>
  );
  return (
    <div className="page-narrow">
      <PageHead title={t`Platform carriers`} description={i18n._(PAGES.platformCarriers.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>Platform carriers</Trans>
          </h1>
          <p className="dim small">
            <Trans>Accounts of yours that franchises and their customers ship with; their contracts stay yours.</Trans>
          </p>
        </div>
        <Link className="link" to="/platform/carriers/pricing">
          <Trans>Mark-ups</Trans>
        </Link>
        <Link className="link" to="/platform/carriers/health">
          <Trans>Health</Trans>
        </Link>
        {add}
      </div>
      {carriers.data ? (
        carriers.data.carriers.length === 0 ? (
          <div className="card">
            <EmptyState title={t`No account yet`} actions={add}>
              <Trans>Connect an account, then choose the franchises it is lent to.</Trans>
            </EmptyState>
          </div>
        ) : (
          <div className="card">
            <TableWrap label={t`Platform carriers`}>
              <table className="plain-table mark-table">
                <thead>
                  <tr>
                    <th scope="col">
                      <Trans>Account</Trans>
                    </th>
                    <th scope="col">
                      <Trans>State</Trans>
                    </th>
                    <th scope="col">
                      <Trans>Lent to</Trans>
                    </th>
                    <th scope="col">
                      <span className="sr-only">{t`Actions`}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {carriers.data.carriers.map((carrier) => (
                    <CarrierRow
                      key={carrier.id}
                      carrier={carrier}
                      onLend={() => {
                        setLending(carrier);
                        setOpen(true);
                      }}
                    />
                  ))}
                </tbody>
              </table>
            </TableWrap>
          </div>
        )
      ) : carriers.isError ? (
        <div className="card">
          <ErrorState error={carriers.error} onRetry={() => void carriers.refetch()} />
        </div>
      ) : (
        <Skeletons rows={5} height={40} />
      )}
      <Suspense fallback={null}>
        {connectLoaded && <ConnectDialog opened={connecting} onClose={() => setConnecting(false)} />}
        {lendLoaded && <LendDialog opened={open} carrier={lending} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
}

function CarrierRow({ carrier, onLend }: { readonly carrier: PlatformCarrier; readonly onLend: () => void }) {
  const { t } = useLingui();
  const { name, lentTo } = carrier;
  return (
    <tr data-testid="platform-carrier">
      <th scope="row">
        <span className="mark-cell">
          <CarrierTile name={carrier.carrierName} id={carrier.carrier} size={32} />
          <span className="mark-words">
            <Link className="link" to="/platform/carriers/$accountId" params={{ accountId: carrier.id }}>
              {name}
            </Link>
            <span className="dim small">{carrier.carrierName}</span>
          </span>
        </span>
      </th>
      <td>
        <span className="row tight">
          {carrier.mode === 'live' ? <Badge tone="info">{t`Live`}</Badge> : <TestBadge />}
          {carrier.state === 'active' && <Badge tone="good">{t`Active`}</Badge>}
          {carrier.state === 'paused' && <Badge tone="warn">{t`Paused`}</Badge>}
        </span>
      </td>
      <td>
        {lentTo.length === 0 ? (
          <span className="dim">
            <Trans>Lent to nobody</Trans>
          </span>
        ) : (
          <>
            <Plural value={lentTo.length} one="# franchise" other="# franchises" />
            <div className="dim small break-anywhere">
              {lentTo
                .slice(0, 5)
                .map((one) => one.name)
                .join(', ')}
              {lentTo.length > 5 && ' …'}
            </div>
          </>
        )}
      </td>
      <td className="end">
        <Button variant="default" size="xs" aria-label={t`Lend ${name}`} onClick={onLend}>
          <Trans>Lend</Trans>
        </Button>
      </td>
    </tr>
  );
}
