import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Receivable, ReceivedPayment } from '@scanship/contracts/money/receivables';
import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { TestBadge } from '../../../ui/Badge.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { PaymentState, useHowWords } from './payment-words.tsx';
import { PAGE_SIZE, receivedQuery } from './payments-api.ts';
import { RefundDialog } from './RefundDialog.tsx';

interface Props {
  readonly only: Receivable | undefined;
  readonly onAll: () => void;
}

/** Payments that came in, and giving them back. */
export function ReceivedCard({ only, onAll }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const how = useHowWords();
  const mayRefund = useProfile().rights.includes('money.refund');
  const [page, setPage] = useState(1);
  const [refunding, setRefunding] = useState<ReceivedPayment>();
  const received = useQuery(receivedQuery(only?.id, page));
  const left = (each: ReceivedPayment) => each.amountMinor - each.refundedMinor - each.disputedMinor;
  const name = only?.name;
  return (
    <section className="card" aria-label={t`Payments received`}>
      <div className="card-head">
        <h2 className="grow">{name ? <Trans>Payments of {name}</Trans> : <Trans>Payments received</Trans>}</h2>
        {only && (
          <Button size="compact-sm" variant="default" onClick={onAll}>
            <Trans>Of everybody</Trans>
          </Button>
        )}
      </div>
      {received.data ? (
        received.data.payments.length > 0 ? (
          <>
            <TableWrap label={t`Payments received`}>
              <table className="plain-table" data-testid="received">
                <thead>
                  <tr>
                    <th>{t`Day`}</th>
                    <th>{t`Who`}</th>
                    <th>{t`How`}</th>
                    <th>{t`State`}</th>
                    <th className="num">{t`Amount`}</th>
                    <th scope="col">
                      <span className="sr-only">{t`Actions`}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {received.data.payments.map((payment) => (
                    <tr key={payment.id}>
                      <td>
                        {payment.receivedOn ? format.day(payment.receivedOn) : format.instant(payment.createdAt, 'day')}
                      </td>
                      <td>{payment.buyerName}</td>
                      <td>
                        {how(payment)} {payment.test && <TestBadge />}
                        {payment.why && <div className="dim small">{payment.why}</div>}
                      </td>
                      <td>
                        <PaymentState payment={payment} />
                      </td>
                      <td className="num">
                        {format.money({ minor: payment.amountMinor, currency: payment.currency })}
                      </td>
                      <td className="num">
                        {mayRefund && payment.state === 'succeeded' && left(payment) > 0 && (
                          <Button size="compact-sm" variant="subtle" onClick={() => setRefunding(payment)}>
                            <Trans>Refund</Trans>
                          </Button>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableWrap>
            <Pager page={page} size={PAGE_SIZE} total={received.data.totalRecords} onPage={setPage} />
          </>
        ) : (
          <EmptyState title={t`Nothing came in yet`}>
            <Trans>Payments by card, transfer and cheque will appear here.</Trans>
          </EmptyState>
        )
      ) : received.isError ? (
        <ErrorState error={received.error} onRetry={() => void received.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={3} height={28} />
        </div>
      )}
      <RefundDialog of={refunding} left={refunding ? left(refunding) : 0} onClose={() => setRefunding(undefined)} />
    </section>
  );
}
