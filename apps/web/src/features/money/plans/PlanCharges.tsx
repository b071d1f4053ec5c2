import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlanCharge } from '@scanship/contracts/money/plans';
import { useFormat } from '../../../app/use-format.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { AmountLines } from './AmountLines.tsx';
import { chargesQuery, type Of } from './plans-api.ts';

const PAGE_SIZE = 20;
const TONES: Readonly<Record<PlanCharge['state'], Tone>> = {
  open: 'plain',
  overdue: 'bad',
  paid: 'good',
  credit: 'info',
};

/** What was charged for the plan, newest first, each with its lines. */
export function PlanCharges({ of }: { readonly of: Of }) {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const charges = useQuery(chargesQuery(of, page));
  return (
    <section className="card" aria-label={t`Charges`}>
      <div className="card-head">
        <h2>
          <Trans>Charges</Trans>
        </h2>
      </div>
      {charges.data ? (
        charges.data.charges.length > 0 ? (
          <>
            <TableWrap label={t`Charges`}>
              <table className="plain-table" data-testid="plan-charges">
                <thead>
                  <tr>
                    <th>{t`Day`}</th>
                    <th>{t`For`}</th>
                    <th>{t`Due`}</th>
                    <th>{t`State`}</th>
                    <th className="num">{t`Amount`}</th>
                  </tr>
                </thead>
                <tbody>
                  {charges.data.charges.map((charge) => (
                    <ChargeRow key={charge.id} charge={charge} />
                  ))}
                </tbody>
              </table>
            </TableWrap>
            <Pager page={page} size={PAGE_SIZE} total={charges.data.totalRecords} onPage={setPage} />
          </>
        ) : (
          <EmptyState title={t`Nothing was charged yet`}>
            <Trans>Fees, changes of the plan and labels above it will appear here.</Trans>
          </EmptyState>
        )
      ) : charges.isError ? (
        <ErrorState error={charges.error} onRetry={() => void charges.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={3} height={28} />
        </div>
      )}
    </section>
  );
}

function ChargeRow({ charge }: { readonly charge: PlanCharge }) {
  const { t } = useLingui();
  const format = useFormat();
  const kinds = { fee: t`Fee`, change: t`Change of the plan`, overage: t`Labels above the plan` };
  const states = {
    open: t({ message: 'Open', context: 'invoice' }),
    overdue: t({ message: 'Overdue', context: 'invoice' }),
    paid: t`Paid`,
    credit: t`Credited`,
  };
  return (
    <tr>
      <td>{format.instant(charge.at, 'day')}</td>
      <td>
        <details>
          <summary>{kinds[charge.kind]}</summary>
          <AmountLines of={charge} totalWord={t`Total`} />
        </details>
        {charge.reason && <div className="dim small">{charge.reason}</div>}
      </td>
      <td>{charge.state === 'credit' ? '' : format.day(charge.dueOn)}</td>
      <td>
        <Badge tone={TONES[charge.state]}>{states[charge.state]}</Badge>
      </td>
      <td className="num">{format.money(charge.total)}</td>
    </tr>
  );
}
