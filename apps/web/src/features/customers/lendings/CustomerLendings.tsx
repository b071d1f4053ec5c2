import '../customers.css';
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { CustomerLending } from '@scanship/contracts/carriers/lendings';
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { useLoaded } from '../../../ui/use-loaded.ts';
import type { LendingSubject } from './LendingDialog.tsx';
import { LentWhat } from './LentWhat.tsx';
import { customerLendingsQuery } from './lendings-api.ts';

const LendingDialog = lazy(() => import('./LendingDialog.tsx'));

/** The franchise's accounts as a customer ships with them: whether, without which services, and because of what. */
export default function CustomerLendings({ customer }: { readonly customer: CustomerDetail }) {
  const { t } = useLingui();
  const { rights } = useProfile();
  const lendings = useQuery(customerLendingsQuery(customer.id));
  const [subject, setSubject] = useState<LendingSubject>();
  const [open, setOpen] = useState(false);
  const loaded = useLoaded(open);
  const manages = rights.includes('carriers.manage');
  const edit = (one: CustomerLending) => {
    setSubject({
      account: { id: one.accountId, name: one.name, services: one.services },
      kind: 'buyer',
      ids: [customer.id],
      who: customer.name,
      said: one.from === 'buyer' ? { lent: one.lent, leftOut: one.leftOut } : null,
      otherwise: t`What their group, their plan or the line for everybody says.`,
    });
    setOpen(true);
  };
  return (
    <section className="card" aria-label={t`Carriers lent`} data-testid="customer-lendings">
      <div className="card-head">
        <div className="grow">
          <h2>
            <Trans>Carriers lent</Trans>
          </h2>
          <p className="dim small">
            <Trans>One line counts: the customer’s own before their group’s, their plan’s and everybody’s.</Trans>
          </p>
        </div>
      </div>
      {lendings.data ? (
        lendings.data.length === 0 ? (
          <EmptyState title={t`No account yet`}>
            <Trans>Connect a carrier under Carriers. It is lent to everybody until you say otherwise.</Trans>
          </EmptyState>
        ) : (
          <TableWrap label={t`Carriers lent`}>
            <table className="plain-table">
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Account</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Lending</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Comes from</Trans>
                  </th>
                  {rights.includes('money.view') && (
                    <th scope="col" className="end">
                      <Trans>Cost this month</Trans>
                    </th>
                  )}
                  {manages && (
                    <th scope="col">
                      <span className="sr-only">{t`Actions`}</span>
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {lendings.data.map((one) => (
                  <Row key={one.accountId} lending={one} onEdit={manages ? () => edit(one) : undefined} />
                ))}
              </tbody>
            </table>
          </TableWrap>
        )
      ) : lendings.isError ? (
        <ErrorState compact error={lendings.error} onRetry={() => void lendings.refetch()} />
      ) : (
        <Skeletons rows={4} />
      )}
      <Suspense fallback={null}>
        {loaded && <LendingDialog opened={open} subject={subject} onClose={() => setOpen(false)} />}
      </Suspense>
    </section>
  );
}

function Row({ lending, onEdit }: { readonly lending: CustomerLending; readonly onEdit: (() => void) | undefined }) {
  const { t } = useLingui();
  const format = useFormat();
  const { name, month, fromName } = lending;
  const from = {
    buyer: t`This customer`,
    group: t`Group ${fromName}`,
    plan: t`Plan ${fromName}`,
    everybody: t`Everybody`,
    none: t`Everybody`,
  }[lending.from];
  return (
    <tr data-testid="customer-lending">
      <th scope="row">
        <div className="break-anywhere">{name}</div>
        {lending.carrierName !== name && <div className="dim small">{lending.carrierName}</div>}
      </th>
      <td>
        <LentWhat {...lending} />
      </td>
      <td>{from}</td>
      {month && (
        <td className="end num nowrap">
          {month.length === 0 ? '–' : month.map((sum) => <div key={sum.currency}>{format.money(sum)}</div>)}
        </td>
      )}
      {onEdit && (
        <td className="end">
          <Button variant="default" size="xs" aria-label={t`Change the lending of ${name}`} onClick={onEdit}>
            <Trans>Change</Trans>
          </Button>
        </td>
      )}
    </tr>
  );
}
