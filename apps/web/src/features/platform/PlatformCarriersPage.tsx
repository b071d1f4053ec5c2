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
          <ul className="accounts">
            {carriers.data.carriers.map((carrier) => {
              const { name } = carrier;
              return (
                <li key={carrier.id} className="card account" data-testid="platform-carrier">
                  <CarrierTile name={carrier.carrierName} size={40} />
                  <div className="grow">
                    <div className="row">
                      <Link
                        className="link account-name"
                        to="/platform/carriers/$accountId"
                        params={{ accountId: carrier.id }}
                      >
                        {name}
                      </Link>
                      {carrier.mode !== 'live' && <TestBadge />}
                      {carrier.state === 'paused' && <Badge tone="warn">{t`Paused`}</Badge>}
                    </div>
                    <div className="dim small">{carrier.carrierName}</div>
                    <div className="small">
                      {carrier.lentTo.length === 0 ? (
                        <Trans>Lent to nobody</Trans>
                      ) : (
                        <>
                          <Plural
                            value={carrier.lentTo.length}
                            one="Lent to # franchise"
                            other="Lent to # franchises"
                          />
                          {': '}
                          {carrier.lentTo
                            .slice(0, 5)
                            .map((one) => one.name)
                            .join(', ')}
                          {carrier.lentTo.length > 5 && ' …'}
                        </>
                      )}
                    </div>
                  </div>
                  <Button
                    variant="default"
                    aria-label={t`Lend ${name}`}
                    onClick={() => {
                      setLending(carrier);
                      setOpen(true);
                    }}
                  >
                    <Trans>Lend</Trans>
                  </Button>
                </li>
              );
            })}
          </ul>
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
