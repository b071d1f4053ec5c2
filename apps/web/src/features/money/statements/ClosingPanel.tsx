import '@mantine/core/styles/Progress.css';
import { Button, Progress } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ClosingData } from '@scanship/contracts/money/statements';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { queryClient } from '../../../app/query-client.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { StatementSettingsForm } from './StatementSettingsForm.tsx';
import { beginClose, changed, closingQuery, previewQuery } from './statements-api.ts';
import { useMonth } from './statement-words.ts';

/** Which month is closed next, those that are, and how invoices are written. */
export function ClosingPanel() {
  const closing = useQuery(closingQuery);
  if (closing.isError)
    return (
      <div className="card">
        <ErrorState error={closing.error} onRetry={() => void closing.refetch()} />
      </div>
    );
  if (!closing.data) return <Skeletons rows={8} height={30} />;
  return (
    <>
      <NextMonth closing={closing.data} />
      <Months closing={closing.data} />
      <StatementSettingsForm key={closing.data.settings.version} settings={closing.data.settings} />
    </>
  );
}

function NextMonth({ closing }: { readonly closing: ClosingData }) {
  const { t } = useLingui();
  const month = useMonth();
  const { rights } = useProfile();
  const [previewed, setPreviewed] = useState(false);
  const name = month(closing.nextMonth);
  const running = closing.months.some((each) => each.month === closing.nextMonth && each.state === 'closing');
  return (
    <section className="card" aria-label={t`The next month`}>
      <div className="card-body row">
        <div className="grow">
          <h2>{name}</h2>
          <p className="dim">
            {closing.nextOver ? (
              <Trans>This month is over and can be closed.</Trans>
            ) : closing.settings.autoClose ? (
              <Trans>This month is not over yet. It is closed automatically on the first day of the next one.</Trans>
            ) : (
              <Trans>This month is not over yet.</Trans>
            )}
          </p>
        </div>
        {rights.includes('money.credit') && (
          <Button
            variant={closing.nextOver ? 'filled' : 'default'}
            disabled={running}
            onClick={() => setPreviewed(true)}
          >
            {closing.nextOver ? <Trans>Preview and close</Trans> : <Trans>Preview</Trans>}
          </Button>
        )}
      </div>
      <PreviewDialog month={closing.nextMonth} opened={previewed} onClose={() => setPreviewed(false)} />
    </section>
  );
}

interface PreviewProps {
  readonly month: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}
function PreviewDialog({ month, opened, onClose }: PreviewProps) {
  const { t } = useLingui();
  const format = useFormat();
  const monthName = useMonth();
  const preview = useQuery({ ...previewQuery(month), enabled: opened });
  const close = useMutation({
    mutationFn: () => beginClose(month),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(closingQuery.queryKey, data);
      void changed();
      notify.success(successMessage ?? t`The month is being closed.`);
      onClose();
    },
  });
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Close ${monthName(month)}`} size="lg" centered>
      <div className="stack">
        {close.error && <ErrorState compact error={close.error} />}
        <p className="dim">
          <Trans>
            Each buyer gets one numbered invoice. Commissions and royalties are booked. A closed month cannot be
            changed; what is booked later goes on the next invoice.
          </Trans>
        </p>
        {preview.data ? (
          preview.data.buyers.length === 0 ? (
            <EmptyState title={t`Nothing is to be invoiced for this month`} />
          ) : (
            <TableWrap label={t`Preview`}>
              <table className="plain-table">
                <thead>
                  <tr>
                    <th scope="col">
                      <Trans>Buyer</Trans>
                    </th>
                    <th scope="col" className="end">
                      <Trans>Lines</Trans>
                    </th>
                    <th scope="col" className="end">
                      <Trans>Charges</Trans>
                    </th>
                    <th scope="col" className="end">
                      <Trans>Payments and credits</Trans>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {preview.data.buyers.map((buyer) => (
                    <tr key={`${buyer.buyerId} ${buyer.charges.currency}`}>
                      <th scope="row">
                        {buyer.name}
                        {buyer.untaxed && (
                          <Link
                            className="small block"
                            to="/customer/$customerId"
                            params={{ customerId: buyer.buyerId }}
                            data-testid="untaxed"
                          >
                            <Trans>No tax: enter where it is</Trans>
                          </Link>
                        )}
                      </th>
                      <td className="end num">{format.number(buyer.count)}</td>
                      <td className="end num">{format.money(buyer.charges)}</td>
                      <td className="end num">{format.money(buyer.settled)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableWrap>
          )
        ) : preview.isError ? (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
        ) : (
          <Skeletons rows={4} height={26} />
        )}
        {preview.data?.capped && (
          <p className="dim small">
            <Trans>There are more buyers than are listed here; all of them are invoiced.</Trans>
          </p>
        )}
        <div className="row end">
          <Button variant="default" onClick={onClose}>
            <Trans>Leave it open</Trans>
          </Button>
          <Button loading={close.isPending} disabled={!preview.data?.over} onClick={() => close.mutate()}>
            <Trans>Close the month</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Months({ closing }: { readonly closing: ClosingData }) {
  const { t } = useLingui();
  const format = useFormat();
  const month = useMonth();
  const shown = closing.months.filter((each) => each.state !== 'due' || each.byHand || each.waitsFor !== null);
  if (shown.length === 0)
    return (
      <section className="card">
        <EmptyState title={t`No month is closed yet`} />
      </section>
    );
  return (
    <section className="card" aria-label={t`Closed months`}>
      <TableWrap label={t`Closed months`}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Month</Trans>
              </th>
              <th scope="col">
                <Trans>State</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Invoices</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Charges</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((each) => (
              <tr key={each.month}>
                <th scope="row">{month(each.month)}</th>
                <td>
                  {each.state === 'closed' ? (
                    <Badge tone="good">
                      <Trans>Closed</Trans>
                    </Badge>
                  ) : (
                    <>
                      <Badge tone="info">
                        <Trans>Being closed</Trans>
                      </Badge>
                      <Progress
                        aria-label={t`How far the closing is`}
                        value={each.total === 0 ? 0 : (each.done / each.total) * 100}
                        mt={6}
                      />
                      <div className="dim small">
                        {each.waitsFor ?? <Plural value={each.total} one="# account" other="# accounts" />}
                      </div>
                    </>
                  )}
                </td>
                <td className="end num">{format.number(each.invoices)}</td>
                <td className="end num">{each.charges.map((amount) => format.money(amount)).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
    </section>
  );
}
