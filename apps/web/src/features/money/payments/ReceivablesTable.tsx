import './payments.css';
import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDots } from '#icons';
import { Link } from '@tanstack/react-router';
import type { Receivable } from '@scanship/contracts/money/receivables';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { hasStand, ReminderStand } from '../reminders/ReminderStand.tsx';

interface Acts {
  readonly onPay: (of: Receivable) => void;
  readonly onLimit: (of: Receivable) => void;
  readonly onOnly: (of: Receivable) => void;
  readonly onReminders: (of: Receivable) => void;
}

interface Props extends Acts {
  readonly rows: readonly Receivable[];
  /** With what one can do about each. */
  readonly advice: boolean;
  /** Ids of buyers. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Who owes what, since when, and how its reminders stand: a line each. */
export function ReceivablesTable({ rows, advice, chosen, onChoose, ...acts }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const profile = useProfile();
  const mayEnter = profile.rights.includes('money.credit');
  const overdueWord = t({ message: 'Overdue', context: 'invoice' });
  const choose = (id: string, is: boolean) =>
    onChoose(new Set(is ? [...chosen, id] : [...chosen].filter((each) => each !== id)));
  return (
    <TableWrap label={t`Receivables`}>
      <table className="plain-table phone-rows receivables" data-testid="receivables">
        <thead>
          <tr>
            {mayEnter && (
              <th scope="col">
                <span className="sr-only">{t`Choose`}</span>
              </th>
            )}
            <th scope="col">{t`Who`}</th>
            <th scope="col" className="end">{t`Owed`}</th>
            <th scope="col" className="end">
              {overdueWord}
            </th>
            <th scope="col">{t`Since`}</th>
            <th scope="col">{t`Reminders`}</th>
            <th scope="col" className="end">{t`Available`}</th>
            <th scope="col">{t`Oldest unpaid`}</th>
            <th scope="col">{t({ message: 'Terms', context: 'payment' })}</th>
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
                  <td className="lead">
                    <Checkbox
                      aria-label={t`Choose ${row.name}`}
                      disabled={!row.overdue}
                      checked={chosen.has(row.id)}
                      onChange={(event) => choose(row.id, event.currentTarget.checked)}
                    />
                  </td>
                )}
                <th scope="row" title={row.name}>
                  {kindOf(profile) === 'franchise' ? (
                    <Link to="/customer/$customerId" params={{ customerId: row.id }}>
                      {row.name}
                    </Link>
                  ) : (
                    row.name
                  )}
                </th>
                <td className="end num" data-label={t`Owed`}>
                  {money(row.balance.owedMinor)}
                </td>
                <td className="end num" {...labelled(row.overdue, overdueWord)}>
                  {row.overdue && <span className="danger">{money(row.overdueMinor)}</span>}
                </td>
                <td {...labelled(row.overdueSince !== null, t`Since`)}>
                  {row.overdueSince !== null && format.day(row.overdueSince)}
                </td>
                <td {...labelled(hasStand(row, advice), t`Reminders`)}>
                  <ReminderStand of={row} advice={advice} />
                </td>
                <td className="end num" data-label={t`Available`}>
                  {available !== null
                    ? money(available)
                    : row.balance.limitedIn !== null
                      ? t`Limit in ${row.balance.limitedIn}`
                      : t`No limit`}
                </td>
                <td {...labelled(row.oldestUnpaidAt !== null, t`Oldest unpaid`)}>
                  {row.oldestUnpaidAt && format.instant(row.oldestUnpaidAt, 'day')}
                </td>
                <td {...labelled(limit === 0 || days !== null, t({ message: 'Terms', context: 'payment' }))}>
                  {limit === 0 ? t`Paid ahead` : days !== null && <Trans>{days} days</Trans>}{' '}
                  {row.autoTopUp === 'on' && <Badge tone="good">{t`Automatic top-up`}</Badge>}
                  {row.autoTopUp === 'paused' && <Badge tone="warn">{t`Automatic top-up paused`}</Badge>}
                </td>
                <td className="end acts">
                  <RowMenu of={row} {...acts} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableWrap>
  );
}

/** On a phone a figure has its label beside it, where there is one. */
const labelled = (is: boolean, word: string) => (is ? { 'data-label': word } : { 'data-empty': true });

function RowMenu({ of, onPay, onLimit, onOnly, onReminders }: Acts & { readonly of: Receivable }) {
  const { t } = useLingui();
  const profile = useProfile();
  const mayEnter = profile.rights.includes('money.credit');
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t`Actions for ${of.name}`}>
          <IconDots size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayEnter && (
          <Menu.Item onClick={() => onPay(of)}>
            <Trans>Enter a payment</Trans>
          </Menu.Item>
        )}
        <Menu.Item onClick={() => onOnly(of)}>
          <Trans>Payments</Trans>
        </Menu.Item>
        <Menu.Item onClick={() => onReminders(of)}>
          <Trans>Reminders and promises</Trans>
        </Menu.Item>
        {mayEnter && kindOf(profile) === 'platform' && (
          <Menu.Item onClick={() => onLimit(of)}>
            <Trans>Credit limit</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
