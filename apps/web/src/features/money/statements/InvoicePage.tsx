import '../../dashboard/dashboard.css';
import { Button, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { InvoiceDetail } from '@scanship/contracts/money/statements';
import { parseMoney } from '@scanship/domain/money/money';
import { notify } from '../../../app/notify.ts';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { Figure } from '../../dashboard/Figure.tsx';
import { MoneyFrame } from '../MoneyFrame.tsx';
import { FileButtons } from './FileButtons.tsx';
import { PaperLines } from './PaperLines.tsx';
import { PaperTotals } from './PaperTotals.tsx';
import { changed, credit, invoiceLinesQuery, invoiceQuery, saveInvoiceFile } from './statements-api.ts';
import { useMonth, useStateWord } from './statement-words.ts';

/** One invoice: its sums, every line, its credit notes. */
export function InvoicePage() {
  const { t } = useLingui();
  const { invoiceId = '' } = useParams({ strict: false });
  const kind = kindOf(useProfile());
  const invoice = useQuery(invoiceQuery(invoiceId));
  const back =
    kind === 'customer'
      ? '/account/billing/statements'
      : kind === 'platform'
        ? '/platform/money/statements'
        : '/customer/money/statements';
  return (
    <MoneyFrame title={invoice.data?.number ?? t`Invoice`}>
      <div className="stack">
        <Link to={back}>
          <Trans>All invoices</Trans>
        </Link>
        {invoice.data ? (
          <Shown invoice={invoice.data} />
        ) : invoice.isError ? (
          <div className="card">
            <ErrorState error={invoice.error} onRetry={() => void invoice.refetch()} />
          </div>
        ) : (
          <Skeletons rows={8} height={30} />
        )}
      </div>
    </MoneyFrame>
  );
}

function Shown({ invoice }: { readonly invoice: InvoiceDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const month = useMonth();
  const { word, tone } = useStateWord()(invoice.state);
  const lines = useInfiniteQuery(invoiceLinesQuery(invoice.id));
  const [crediting, setCrediting] = useState(false);
  return (
    <>
      <div className="row">
        <h2 className="grow">
          {invoice.number} <Badge tone={tone}>{word}</Badge>
        </h2>
        <FileButtons save={(file) => saveInvoiceFile(invoice.id, file)} />
        {invoice.canCredit && (
          <Button variant="default" onClick={() => setCrediting(true)}>
            <Trans>Credit note</Trans>
          </Button>
        )}
      </div>
      <p className="dim">
        <Trans>
          {month(invoice.month)}, from {invoice.sellerName} to {invoice.buyerName}. Issued{' '}
          {format.day(invoice.issuedDay)}, due {format.day(invoice.dueDay)}.
        </Trans>
      </p>
      <div className="figures">
        <Figure label={t`Charges`} value={format.money(invoice.charges)} />
        <Figure label={t`To be paid`} value={format.money(invoice.open)} />
        <Figure label={t`Credited`} value={format.money(invoice.credited)} />
      </div>
      <PaperTotals totals={invoice} />
      {invoice.creditNotes.length > 0 && (
        <section className="card" aria-label={t`Credit notes`}>
          <div className="card-head">
            <h2>
              <Trans>Credit notes</Trans>
            </h2>
          </div>
          <ul className="card-body stack">
            {invoice.creditNotes.map((note) => (
              <li key={note.id}>
                {note.number}, {format.day(note.day)}: {format.money(note.amount)}
                <div className="dim small">{note.reason}</div>
              </li>
            ))}
          </ul>
        </section>
      )}
      <PaperLines
        lines={lines.data?.pages.flatMap((page) => page.lines)}
        error={lines.error}
        hasMore={lines.hasNextPage}
        loadingMore={lines.isFetchingNextPage}
        onMore={() => void lines.fetchNextPage()}
        onRetry={() => void lines.refetch()}
      />
      <CreditDialog invoice={invoice} opened={crediting} onClose={() => setCrediting(false)} />
    </>
  );
}

interface CreditProps {
  readonly invoice: InvoiceDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
}
function CreditDialog({ invoice, opened, onClose }: CreditProps) {
  const { t } = useLingui();
  const { currency } = invoice.charges;
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const amount = parseMoney(text, currency);
  const save = useMutation({
    mutationFn: () => credit(invoice.id, { amountMinor: amount?.minor ?? 0, reason: reason.trim() }),
    onSuccess: ({ successMessage }) => {
      void changed();
      notify.success(successMessage ?? t`Credit note issued.`);
      setText('');
      setReason('');
      onClose();
    },
  });
  const refused = fieldErrorsOf(save.error);
  const ready = amount !== undefined && amount.minor > 0 && reason.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) save.mutate();
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Credit note on ${invoice.number}`} centered>
      <form className="stack" onSubmit={submit}>
        {save.error && Object.keys(refused).length === 0 && <ErrorState compact error={save.error} />}
        <p className="dim">
          <Trans>
            The buyer owes so much less from now on. It appears on the next invoice; this one does not change. Taxes are
            taken back in proportion.
          </Trans>
        </p>
        <TextInput
          label={t`Amount with taxes (${currency})`}
          inputMode="decimal"
          data-autofocus
          required
          value={text}
          error={refused.amountMinor}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Textarea
          label={t`Reason`}
          required
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          error={refused.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className="row end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!ready}>
            <Trans>Issue credit note</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
