import './payments.css';
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Billing } from '@scanship/contracts/money/payments';
import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { TestBadge } from '../../../ui/Badge.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { AddCardDialog } from './AddCardDialog.tsx';
import { AutoTopUpCard } from './AutoTopUpCard.tsx';
import { CardsCard } from './CardsCard.tsx';
import { PayDialog } from './PayDialog.tsx';
import { PaymentsCard } from './PaymentsCard.tsx';
import { billingQuery } from './payments-api.ts';

/** A buyer's account at the company it buys from: balance, paying, cards, automatic top-up, payments. */
export function BillingDesk() {
  const billing = useQuery(billingQuery);
  if (billing.isError && !billing.data)
    return (
      <div className="card">
        <ErrorState error={billing.error} onRetry={() => void billing.refetch()} />
      </div>
    );
  if (!billing.data) return <Skeletons rows={5} height={48} />;
  return <Desk billing={billing.data} />;
}

function Desk({ billing }: { readonly billing: Billing }) {
  const { rights } = useProfile();
  const [open, setOpen] = useState<'card' | 'top-up' | 'pay'>();
  const byCard = billing.cardMode !== 'none';
  const mayCards = byCard && rights.includes('cards.manage');
  const close = () => setOpen(undefined);
  const rule = billing.autoTopUp;
  return (
    <div className="stack">
      <BalanceCard
        billing={billing}
        mayPay={byCard && rights.includes('money.top-up')}
        onTopUp={() => setOpen(billing.cards.length > 0 ? 'top-up' : 'card')}
        onPay={() => setOpen(billing.cards.length > 0 ? 'pay' : 'card')}
      />
      {byCard && (
        <div className="billing-two">
          <CardsCard billing={billing} may={mayCards} onAdd={() => setOpen('card')} />
          <AutoTopUpCard key={`${rule?.state} ${billing.cards.length}`} billing={billing} may={mayCards} />
        </div>
      )}
      <PaymentsCard />
      <AddCardDialog opened={open === 'card'} onClose={close} />
      <PayDialog billing={billing} purpose="top-up" opened={open === 'top-up'} onClose={close} />
      <PayDialog billing={billing} purpose="pay" opened={open === 'pay'} onClose={close} />
    </div>
  );
}

function BalanceCard({
  billing,
  mayPay,
  onTopUp,
  onPay,
}: {
  readonly billing: Billing;
  readonly mayPay: boolean;
  readonly onTopUp: () => void;
  readonly onPay: () => void;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const { sellerName } = billing;
  const owes = billing.balances.some(({ owedMinor }) => owedMinor > 0);
  return (
    <section className="card" aria-label={t`Balance`}>
      <div className="card-head">
        <h2 className="grow">
          <Trans>Balance at {sellerName}</Trans>
        </h2>
        {billing.cardMode === 'test' && <TestBadge />}
      </div>
      <div className="card-body stack">
        {billing.balances.map((balance) => {
          const money = (minor: number) => format.money({ minor, currency: balance.currency });
          const { owedMinor: owed, availableMinor: available } = balance;
          return (
            <div key={balance.currency} className="billing-balance" data-testid="balance">
              <div>
                <div className="billing-big num">{money(available ?? -owed)}</div>
                <div className="dim small">
                  {balance.limitedIn !== null ? (
                    <Trans>
                      Balance ({balance.currency}); what is owed counts against the limit in {balance.limitedIn}
                    </Trans>
                  ) : available === null ? (
                    <Trans>Balance; billed later without a limit ({balance.currency})</Trans>
                  ) : (
                    <Trans>Available to spend ({balance.currency})</Trans>
                  )}
                </div>
              </div>
              <dl className="billing-facts">
                <div>
                  <dt>{owed < 0 ? t`Paid ahead` : t`Owed`}</dt>
                  <dd className="num">{money(Math.abs(owed))}</dd>
                </div>
                <div>
                  <dt>{t`Set aside for labels on their way`}</dt>
                  <dd className="num">{money(balance.reservedMinor)}</dd>
                </div>
                <div>
                  <dt>{t`Credit limit`}</dt>
                  <dd className="num">
                    {balance.limitMinor !== null
                      ? money(balance.limitMinor)
                      : balance.limitedIn !== null
                        ? t`The one in ${balance.limitedIn}`
                        : t({ message: 'None', context: 'credit limit' })}
                  </dd>
                </div>
              </dl>
            </div>
          );
        })}
        <Terms billing={billing} />
        {mayPay ? (
          <div className="row">
            <Button onClick={onTopUp}>
              <Trans>Top up</Trans>
            </Button>
            {owes && (
              <Button variant="default" onClick={onPay}>
                <Trans>Pay what is owed</Trans>
              </Button>
            )}
          </div>
        ) : (
          billing.cardMode === 'none' && (
            <p className="dim">
              <Trans>{sellerName} takes no cards here. Ask it how to pay.</Trans>
            </p>
          )
        )}
      </div>
    </section>
  );
}

function Terms({ billing }: { readonly billing: Billing }) {
  const format = useFormat();
  const days = billing.termsDays;
  const oldest = billing.oldestUnpaidAt && format.instant(billing.oldestUnpaidAt, 'day');
  if (days === null && !oldest) return null;
  return (
    <p className="dim small">
      {days !== null && <Trans>To be paid within {days} days.</Trans>}{' '}
      {oldest && <Trans>The oldest unpaid charge dates from {oldest}.</Trans>}
    </p>
  );
}
