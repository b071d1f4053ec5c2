import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Payout } from '@scanship/contracts/money/payouts';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge, TestBadge } from '../../../ui/Badge.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { bankChanged, PAGE_SIZE, payoutsQuery, readPayouts } from './bank-api.ts';
import { PAYOUT_STATE } from './bank-words.ts';
import { PayoutDialog } from './PayoutDialog.tsx';

/** What the card provider paid out, and whether it agrees with the books and reached the bank. */
export function PayoutsCard({ mayRead }: { readonly mayRead: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<Payout>();
  const payouts = useQuery(payoutsQuery(page));
  const read = useMutation({
    mutationFn: readPayouts,
    onSuccess: ({ data }) => {
      notify.success(data.fresh > 0 ? t`New payouts were read.` : t`There is no new payout.`);
      bankChanged();
    },
  });
  const provider = payouts.data?.provider ?? false;
  const readAt = payouts.data?.readAt;
  return (
    <section className="card" aria-label={t`Card payouts`}>
      <div className="card-head">
        <h2 className="grow">
          <Trans>Card payouts</Trans>
        </h2>
        {readAt && (
          <span className="dim small">
            <Trans>Read {format.instant(readAt, 'short')}</Trans>
          </span>
        )}
        {mayRead && provider && (
          <Button size="compact-sm" variant="default" loading={read.isPending} onClick={() => read.mutate()}>
            <Trans>Ask for new payouts</Trans>
          </Button>
        )}
      </div>
      {read.error && (
        <div className="card-body">
          <ErrorState compact error={read.error} />
        </div>
      )}
      <Loaded query={payouts}>
        {({ payouts: rows, totalRecords }) =>
          rows.length === 0 ? (
            <EmptyState title={provider ? t`No payout yet` : t`You take no cards`}>
              {provider ? (
                <Trans>Payouts of the card provider to your bank appear here once they are asked for.</Trans>
              ) : (
                <Trans>Once card payments are set up, payouts to your bank appear here.</Trans>
              )}
            </EmptyState>
          ) : (
            <>
              <TableWrap label={t`Card payouts`}>
                <table className="plain-table" data-testid="payouts">
                  <thead>
                    <tr>
                      <th>{t`At the bank`}</th>
                      <th>{t`State`}</th>
                      <th className="num">{t`Payments`}</th>
                      <th className="num">{t`Refunds`}</th>
                      <th className="num">{t`Chargebacks`}</th>
                      <th className="num">{t`Fees`}</th>
                      <th className="num">{t`Net`}</th>
                      <th>{t`Beside the books`}</th>
                      <th scope="col">
                        <span className="sr-only">{t`Actions`}</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((payout) => (
                      <Row key={payout.id} payout={payout} onShow={() => setShown(payout)} />
                    ))}
                  </tbody>
                </table>
              </TableWrap>
              <Pager page={page} size={PAGE_SIZE} total={totalRecords} onPage={setPage} />
            </>
          )
        }
      </Loaded>
      <PayoutDialog of={shown} onClose={() => setShown(undefined)} />
    </section>
  );
}

function Row({ payout, onShow }: { readonly payout: Payout; readonly onShow: () => void }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const { word, tone } = PAYOUT_STATE[payout.state];
  const day = format.day(payout.arrivesOn);
  const money = (minor: number) => (payout.itemised ? format.money({ minor, currency: payout.currency }) : '');
  return (
    <tr>
      <td>
        {day}
        <div className="dim small">
          {payout.bankDay ? <Trans>Found on {format.day(payout.bankDay)}</Trans> : <Trans>No bank line yet</Trans>}
        </div>
      </td>
      <td>
        <Badge tone={tone}>{i18n._(word)}</Badge> {payout.test && <TestBadge />}
      </td>
      <td className="num">{money(payout.grossMinor)}</td>
      <td className="num">{money(payout.refundsMinor)}</td>
      <td className="num">{money(payout.disputesMinor)}</td>
      <td className="num">{money(payout.feesMinor + payout.otherMinor)}</td>
      <td className="num strong">{format.money({ minor: payout.netMinor, currency: payout.currency })}</td>
      <td>
        {!payout.itemised ? (
          <span className="dim small">
            <Trans>The card provider does not say what is in it</Trans>
          </span>
        ) : payout.disagreeing === 0 ? (
          <Badge tone="good">{t`Agrees`}</Badge>
        ) : (
          <Badge tone="bad">
            <Plural value={payout.disagreeing} one="# does not agree" other="# do not agree" />
          </Badge>
        )}
      </td>
      <td className="num">
        {payout.itemised && (
          <Button size="compact-sm" variant="subtle" aria-label={t`What is in the payout of ${day}`} onClick={onShow}>
            <Trans>Show</Trans>
          </Button>
        )}
      </td>
    </tr>
  );
}
