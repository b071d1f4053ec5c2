import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { TestBadge } from '../../../ui/Badge.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { PaymentState, useHowWords } from './payment-words.tsx';
import { PAGE_SIZE, paymentsQuery } from './payments-api.ts';

/** Own payments, newest first, with the provider's receipt where there is one. */
export function PaymentsCard() {
  const { t } = useLingui();
  const format = useFormat();
  const how = useHowWords();
  const [page, setPage] = useState(1);
  const payments = useQuery(paymentsQuery(page));
  return (
    <section className="card" aria-label={t`Payments`}>
      <div className="card-head">
        <h2>
          <Trans>Payments</Trans>
        </h2>
      </div>
      {payments.data ? (
        payments.data.payments.length > 0 ? (
          <>
            <TableWrap label={t`Payments`}>
              <table className="plain-table" data-testid="payments">
                <thead>
                  <tr>
                    <th>{t`Day`}</th>
                    <th>{t`How`}</th>
                    <th>{t`State`}</th>
                    <th className="num">{t`Amount`}</th>
                    <th>{t`Receipt`}</th>
                  </tr>
                </thead>
                <tbody>
                  {payments.data.payments.map((payment) => (
                    <tr key={payment.id}>
                      <td>
                        {payment.receivedOn ? format.day(payment.receivedOn) : format.instant(payment.createdAt, 'day')}
                      </td>
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
                      <td>
                        {payment.receiptUrl ? (
                          <a href={payment.receiptUrl} target="_blank" rel="noreferrer">
                            <Trans>Receipt</Trans>
                          </a>
                        ) : (
                          <span className="dim small num">
                            {payment.state === 'succeeded' && payment.id.slice(-12)}
                          </span>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableWrap>
            <Pager page={page} size={PAGE_SIZE} total={payments.data.totalRecords} onPage={setPage} />
          </>
        ) : (
          <EmptyState title={t`Nothing was paid yet`}>
            <Trans>Top-ups, payments and what came back will appear here.</Trans>
          </EmptyState>
        )
      ) : payments.isError ? (
        <ErrorState error={payments.error} onRetry={() => void payments.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={3} height={28} />
        </div>
      )}
    </section>
  );
}
