import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CommissionData, EarnedLine } from '@scanship/contracts/money/commissions';
import { Fragment } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { useMonth } from './statement-words.ts';
import { usePlanWord } from './use-plan-word.ts';

interface Props extends Pick<CommissionData, 'plans'> {
  readonly label: string;
  readonly earned: readonly (Omit<CommissionData['months'][number], 'id'> & {
    /** It has ended and is not closed yet. */
    readonly over?: boolean;
  })[];
}

/** What agents earned by month and currency, with the customers and plans it came from. */
export function EarningsTable({ label, earned, plans }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const month = useMonth();
  return (
    <TableWrap label={label}>
      <table className="plain-table phone-rows">
        <thead>
          <tr>
            <th scope="col">
              <Trans>Month</Trans>
            </th>
            <th scope="col">
              <Trans>Sales agent or customer</Trans>
            </th>
            <th scope="col" className="end">
              <Trans>Revenue</Trans>
            </th>
            <th scope="col" className="end">
              <Trans>Commission</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {earned.map((one) => (
            <Fragment key={`${one.month} ${one.agentId} ${one.amount.currency}`}>
              <tr>
                <th scope="row">
                  {month(one.month)} {one.over && <Badge tone="warn">{t`Not closed yet`}</Badge>}
                </th>
                <td className="strong" colSpan={2} data-label={t`Sales agent`}>
                  {one.agentName}
                </td>
                <td className="end num strong" data-label={t`Commission`}>
                  {format.money(one.amount)}
                </td>
              </tr>
              {one.lines.map((line) => (
                <Line
                  key={`${line.planId} ${line.customerId}`}
                  line={line}
                  plan={plans.find(({ id }) => id === line.planId)}
                  currency={one.amount.currency}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}

interface LineProps {
  readonly line: EarnedLine;
  /** Absent where it is not shown any more. */
  readonly plan: CommissionData['plans'][number] | undefined;
  readonly currency: string;
}

function Line({ line, plan, currency }: LineProps) {
  const { t } = useLingui();
  const format = useFormat();
  const word = usePlanWord();
  return (
    <tr>
      <td className="dim" colSpan={2} data-label={t`Customer`}>
        {line.customerName}, <Plural value={line.labels} one="# label" other="# labels" />
        {plan && `, ${word(plan)}`}
      </td>
      <td className="end num dim" data-label={t`Revenue`}>
        {format.money({ minor: line.revenueMinor, currency })}
      </td>
      <td className="end num dim" data-label={t`Commission`}>
        {format.money({ minor: line.minor, currency })}
      </td>
    </tr>
  );
}
