import './payments.css';
import { Button, Checkbox } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Receivable } from '@scanship/contracts/money/receivables';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';

/** Who owes what, since when, and how its reminders stand. */
export function ReceivablesTable({
  rows,
  chosen,
  onChoose,
  onPay,
  onLimit,
  onOnly,
  onReminders,
}: {
  readonly rows: readonly Receivable[];
  /** Ids of buyers. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly onPay: (of: Receivable) => void;
  readonly onLimit: (of: Receivable) => void;
  readonly onOnly: (of: Receivable) => void;
  readonly onReminders: (of: Receivable) => void;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const profile = useProfile();
  const mayEnter = profile.rights.includes('money.credit');
  const choose = (id: string, is: boolean) =>
    onChoose(new Set(is ? [...chosen, id] : [...chosen].filter((each) => each !== id)));
  return (
    <TableWrap label={t`Receivables`}>
      <table className="plain-table" data-testid="receivables">
        <thead>
          <tr>
            {mayEnter && (
              <th scope="col">
                <span className="sr-only">{t`Choose`}</span>
              </th>
            )}
            <th>{t`Who`}</th>
            <th className="num">{t`Owed`}</th>
            <th className="num">{t`Available`}</th>
            <th>{t`Overdue since`}</th>
            <th>{t`Last reminder`}</th>
            <th>{t`Promised`}</th>
            <th>{t`Oldest unpaid`}</th>
            <th>{t`Terms`}</th>
            <th scope="col">
              <span className="sr-only">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const money = (minor: number) => format.money({ minor, currency: row.balance.currency });
            const { availableMinor: available, limitMinor: limit } = row.balance;
            const days = row.termsDays;
            return (
              <tr key={`${row.id} ${row.balance.currency}`}>
                {mayEnter && (
                  <td>
                    <Checkbox
                      aria-label={t`Choose ${row.name}`}
                      disabled={!row.overdue}
                      checked={chosen.has(row.id)}
                      onChange={(event) => choose(row.id, event.currentTarget.checked)}
                    />
                  </td>
                )}
                <th scope="row">
                  {kindOf(profile) === 'franchise' ? (
                    <Link to="/customer/$customerId" params={{ customerId: row.id }}>
                      {row.name}
                    </Link>
                  ) : (
                    row.name
                  )}
                </th>
                <td className="num">{money(row.balance.owedMinor)}</td>
                <td className="num">
                  {available !== null
                    ? money(available)
                    : row.balance.limitedIn !== null
                      ? t`Limit in ${row.balance.limitedIn}`
                      : t`No limit`}
                </td>
                <td>
                  {row.overdueSince !== null && format.day(row.overdueSince)}{' '}
                  {row.overdue && <Badge tone="bad">{t`${money(row.overdueMinor)} overdue`}</Badge>}
                </td>
                <td>
                  {row.lastReminder && format.day(row.lastReminder.day)}{' '}
                  {row.lastReminder?.stopped && <Badge tone="bad">{t`Shipping stopped`}</Badge>}
                  {row.notReminded && <Badge tone="warn">{t`Not reminded`}</Badge>}
                </td>
                <td>
                  {row.promise && format.day(row.promise.promisedOn)}{' '}
                  {row.promise?.state === 'broken' && <Badge tone="bad">{t`Promise broken`}</Badge>}
                </td>
                <td>{row.oldestUnpaidAt && format.instant(row.oldestUnpaidAt, 'day')}</td>
                <td>
                  {limit === 0 ? t`Paid ahead` : days !== null && <Trans>{days} days</Trans>}{' '}
                  {row.autoTopUp === 'on' && <Badge tone="good">{t`Automatic top-up`}</Badge>}
                  {row.autoTopUp === 'paused' && <Badge tone="warn">{t`Automatic top-up paused`}</Badge>}
                </td>
                <td className="num receivable-acts">
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={t`Reminders of ${row.name}`}
                    onClick={() => onReminders(row)}
                  >
                    <Trans>Reminders</Trans>
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={t`Payments of ${row.name}`}
                    onClick={() => onOnly(row)}
                  >
                    <Trans>Payments</Trans>
                  </Button>
                  {mayEnter && kindOf(profile) === 'platform' && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={t`Credit limit of ${row.name}`}
                      onClick={() => onLimit(row)}
                    >
                      <Trans>Limit</Trans>
                    </Button>
                  )}
                  {mayEnter && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={t`Enter a payment of ${row.name}`}
                      onClick={() => onPay(row)}
                    >
                      <Trans>Enter a payment</Trans>
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableWrap>
  );
}
