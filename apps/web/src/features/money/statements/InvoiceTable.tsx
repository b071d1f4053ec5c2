import { NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { InvoiceSummary } from '@scanship/contracts/money/statements';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { INVOICES_A_PAGE, invoicesQuery, type Side } from './statements-api.ts';
import { useMonth, useStateWord } from './statement-words.ts';

interface Props {
  readonly side: Side;
  /** Where an invoice is opened, without its id. */
  readonly base: '/account/billing/statements' | '/customer/money/statements' | '/platform/money/statements';
}

/** Invoices, newest month first, with what is still to be paid. */
export function InvoiceTable({ side, base }: Props) {
  const { t } = useLingui();
  const [state, setState] = useState<InvoiceSummary['state'] | ''>('');
  const [buyerId, setBuyer] = useState('');
  const [page, setPage] = useState(1);
  const list = useQuery(invoicesQuery({ side, buyerId, state, page }));
  const buyers = new Map(list.data?.partners.map(({ id, name }) => [id, name]));
  const filtered = state !== '' || buyerId !== '';
  return (
    <section className="card" aria-label={t`Invoices`}>
      <div className="list-tools">
        <NativeSelect
          aria-label={t`State`}
          value={state}
          data={[
            { value: '', label: t`All statuses` },
            { value: 'open', label: t({ message: 'Open', context: 'invoice' }) },
            { value: 'overdue', label: t({ message: 'Overdue', context: 'invoice' }) },
            { value: 'paid', label: t`Paid` },
          ]}
          onChange={({ currentTarget: { value } }) => {
            setState(value === 'open' || value === 'overdue' || value === 'paid' ? value : '');
            setPage(1);
          }}
        />
        {side === 'sold' && (
          <NativeSelect
            aria-label={t`Buyer`}
            value={buyerId}
            data={[{ value: '', label: t`All buyers` }, ...[...buyers].map(([value, label]) => ({ value, label }))]}
            onChange={({ currentTarget: { value } }) => {
              setBuyer(value);
              setPage(1);
            }}
          />
        )}
      </div>
      {list.data ? (
        list.data.invoices.length === 0 ? (
          <EmptyState title={filtered ? t`No invoice matches` : t`No invoices yet`}>
            {filtered ? (
              <Trans>Choose another state or buyer.</Trans>
            ) : (
              <Trans>A month becomes an invoice when it is closed, on the first days of the next one.</Trans>
            )}
          </EmptyState>
        ) : (
          <>
            <Rows invoices={list.data.invoices} side={side} base={base} />
            <Pager page={page} size={INVOICES_A_PAGE} total={list.data.totalRecords} onPage={setPage} />
          </>
        )
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={5} height={30} />
        </div>
      )}
    </section>
  );
}

function Rows({ invoices, side, base }: Props & { readonly invoices: readonly InvoiceSummary[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const stateWord = useStateWord();
  const month = useMonth();
  return (
    <TableWrap label={t`Invoices`}>
      <table className="plain-table phone-rows">
        <thead>
          <tr>
            <th scope="col">
              <Trans>Number</Trans>
            </th>
            <th scope="col">{side === 'sold' ? <Trans>Buyer</Trans> : <Trans>From</Trans>}</th>
            <th scope="col">
              <Trans>Month</Trans>
            </th>
            <th scope="col">
              <Trans>State</Trans>
            </th>
            <th scope="col">
              <Trans>Due</Trans>
            </th>
            <th scope="col" className="end">
              <Trans>Charges</Trans>
            </th>
            <th scope="col" className="end">
              <Trans>To be paid</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => {
            const { word, tone } = stateWord(invoice.state);
            return (
              <tr key={invoice.id}>
                <td className="nowrap" data-label={t`Number`}>
                  <Link to={`${base}/$invoiceId`} params={{ invoiceId: invoice.id }}>
                    {invoice.number}
                  </Link>
                </td>
                <td data-label={side === 'sold' ? t`Buyer` : t`From`}>
                  {side === 'sold' ? invoice.buyerName : invoice.sellerName}
                </td>
                <td data-label={t`Month`}>{month(invoice.month)}</td>
                <td data-label={t`State`}>
                  <Badge tone={tone}>{word}</Badge>
                </td>
                <td className="nowrap" data-label={t`Due`}>
                  {format.day(invoice.dueDay)}
                </td>
                <td className="end num" data-label={t`Charges`}>
                  {format.money(invoice.charges)}
                </td>
                <td className="end num" data-label={t`To be paid`}>
                  {format.money(invoice.open)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableWrap>
  );
}
