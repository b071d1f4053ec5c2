import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { BankAccount, BankMonth } from '@scanship/contracts/money/bank';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { useMonth } from '../statements/statement-words.ts';
import { monthsQuery } from './bank-api.ts';

/** Month by month: whether every line is explained, and whether none is missing. */
export function MonthsCard({ account }: { readonly account: BankAccount }) {
  const { t } = useLingui();
  const format = useFormat();
  const monthName = useMonth();
  const months = useQuery(monthsQuery(account.id));
  return (
    <section className="card" aria-label={t`Months`}>
      <Loaded query={months}>
        {({ currency, months: rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t`No lines yet`}>
              <Trans>Lines of the statements you upload will appear here.</Trans>
            </EmptyState>
          ) : (
            <TableWrap label={t`Months`}>
              <table className="plain-table" data-testid="bank-months">
                <thead>
                  <tr>
                    <th>{t`Month`}</th>
                    <th className="num">{t`Money in`}</th>
                    <th className="num">{t`Money out`}</th>
                    <th className="num">{t`Bank balance`}</th>
                    <th>{t`Lines`}</th>
                    <th>{t`Complete`}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.month}>
                      <th scope="row">{monthName(row.month)}</th>
                      <td className="num">{format.money({ minor: row.inMinor, currency })}</td>
                      <td className="num">{format.money({ minor: row.outMinor, currency })}</td>
                      <td className="num">
                        {row.closing && (
                          <>
                            {format.money({ minor: row.closing.minor, currency })}
                            <div className="dim small">{format.day(row.closing.day)}</div>
                          </>
                        )}
                      </td>
                      <td>
                        {row.open === 0 ? (
                          <Badge tone="good">{t`All explained`}</Badge>
                        ) : (
                          <>
                            <Badge tone="warn">
                              <Plural value={row.open} one="# to decide" other="# to decide" />
                            </Badge>{' '}
                            <span className="dim small">{format.money({ minor: row.openMinor, currency })}</span>
                          </>
                        )}
                      </td>
                      <td>
                        <Complete row={row} currency={currency} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableWrap>
          )
        }
      </Loaded>
    </section>
  );
}

/** By the bank's own balances. */
function Complete({ row, currency }: { readonly row: BankMonth; readonly currency: string }) {
  const { t } = useLingui();
  const format = useFormat();
  if (row.missing === null)
    return (
      <span className="dim small">
        <Trans>No balance in the files</Trans>
      </span>
    );
  if (row.missing.length === 0) return <Badge tone="good">{t`Agrees with the balance`}</Badge>;
  return (
    <>
      <Badge tone="bad">{t`Lines missing`}</Badge>
      {row.missing.map(({ from, to, minor }) => (
        <div className="small" key={from}>
          <Trans>
            {format.money({ minor, currency })} between {format.day(from)} and {format.day(to)}: upload a statement of
            these days.
          </Trans>
        </div>
      ))}
    </>
  );
}
