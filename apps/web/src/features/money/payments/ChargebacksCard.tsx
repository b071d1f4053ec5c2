import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Chargeback } from '@scanship/contracts/money/receivables';
import { useFormat } from '../../../app/use-format.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { chargebacksQuery, PAGE_SIZE } from './payments-api.ts';

const TONES: Readonly<Record<Chargeback['state'], Tone>> = { inquiry: 'warn', open: 'bad', won: 'good', lost: 'plain' };

/** Card payments that banks took back or ask about; they are answered at the card provider. */
export function ChargebacksCard() {
  const { t } = useLingui();
  const format = useFormat();
  const [page, setPage] = useState(1);
  const list = useQuery(chargebacksQuery(page));
  const words = {
    inquiry: t`Inquiry`,
    open: t({ message: 'Taken back', context: 'money' }),
    won: t`Won, given back`,
    lost: t`Lost`,
  };
  return (
    <section className="card" aria-label={t`Chargebacks`}>
      <div className="card-head">
        <h2>
          <Trans>Chargebacks</Trans>
        </h2>
      </div>
      {list.data ? (
        list.data.chargebacks.length > 0 ? (
          <>
            <TableWrap label={t`Chargebacks`}>
              <table className="plain-table" data-testid="chargebacks">
                <thead>
                  <tr>
                    <th>{t`Day`}</th>
                    <th>{t`Who`}</th>
                    <th>{t`Reason`}</th>
                    <th>{t`State`}</th>
                    <th>{t`Answer by`}</th>
                    <th className="num">{t`Amount`}</th>
                  </tr>
                </thead>
                <tbody>
                  {list.data.chargebacks.map((each) => (
                    <tr key={each.id}>
                      <td>{format.instant(each.createdAt, 'day')}</td>
                      <td>{each.buyerName}</td>
                      <td>{each.reason}</td>
                      <td>
                        <Badge tone={TONES[each.state]}>{words[each.state]}</Badge>
                      </td>
                      <td>
                        {each.evidenceDueAt && (each.state === 'open' || each.state === 'inquiry') && (
                          <Trans>{format.instant(each.evidenceDueAt, 'day')}, at the card provider</Trans>
                        )}
                      </td>
                      <td className="num">{format.money({ minor: each.amountMinor, currency: each.currency })}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableWrap>
            <Pager page={page} size={PAGE_SIZE} total={list.data.totalRecords} onPage={setPage} />
          </>
        ) : (
          <EmptyState title={t`No bank took anything back`}>
            <Trans>What cardholders dispute at their bank will appear here.</Trans>
          </EmptyState>
        )
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={2} height={28} />
        </div>
      )}
    </section>
  );
}
