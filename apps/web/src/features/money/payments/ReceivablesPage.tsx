import './payments.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Receivable } from '@scanship/contracts/money/receivables';
import { useProfile } from '../../../app/profile.ts';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { MoneyFrame } from '../MoneyFrame.tsx';
import { BuyerRemindersDialog } from '../reminders/BuyerRemindersPanel.tsx';
import { RemindersCard } from '../reminders/RemindersCard.tsx';
import { SendNextDialog } from '../reminders/SendNextDialog.tsx';
import { ChargebacksCard } from './ChargebacksCard.tsx';
import { CreditLimitDialog } from './CreditLimitDialog.tsx';
import { PAGE_SIZE, receivablesQuery } from './payments-api.ts';
import { ReceivablesTable } from './ReceivablesTable.tsx';
import { ReceivedCard } from './ReceivedCard.tsx';
import { RecordPaymentDialog } from './RecordPaymentDialog.tsx';

type Sort = 'owed' | 'available' | 'name';

/** Everybody who buys from one: what is owed, since when, and what came in. */
export function ReceivablesPage() {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort>('owed');
  const [paying, setPaying] = useState<Receivable>();
  const [limiting, setLimiting] = useState<Receivable>();
  const [only, setOnly] = useState<Receivable>();
  const [reminding, setReminding] = useState<Receivable>();
  const [show, setShow] = useState<'all' | 'act'>('all');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [sending, setSending] = useState<readonly string[]>();
  const mayEnter = useProfile().rights.includes('money.credit');
  const list = useQuery(receivablesQuery({ page, sort, show, search: useDeferredValue(search.trim()) }));
  return (
    <MoneyFrame title={t`Receivables`}>
      <div className="stack">
        <section className="card" aria-label={t`Receivables`}>
          <div className="card-head">
            <TextInput
              className="grow receivable-search"
              aria-label={t`Search by name`}
              placeholder={t`Search by name`}
              value={search}
              onChange={(event) => {
                setSearch(event.currentTarget.value);
                setPage(1);
              }}
            />
            <NativeSelect
              aria-label={t`Order by`}
              value={sort}
              data={[
                { value: 'owed', label: t`Most owed first` },
                { value: 'available', label: t`Least available first` },
                { value: 'name', label: t`By name` },
              ]}
              onChange={(event) => setSort(event.currentTarget.value as Sort)}
            />
            <NativeSelect
              aria-label={t`Show`}
              value={show}
              data={[
                { value: 'all', label: t({ message: 'Everybody', context: 'customers' }) },
                { value: 'act', label: t`Needs action` },
              ]}
              onChange={(event) => {
                setShow(event.currentTarget.value === 'act' ? 'act' : 'all');
                setPage(1);
              }}
            />
            {mayEnter && (
              <Button variant="default" disabled={chosen.size === 0} onClick={() => setSending([...chosen])}>
                <Trans>Send the next reminder</Trans>
              </Button>
            )}
          </div>
          {list.data ? (
            list.data.receivables.length > 0 ? (
              <>
                <ReceivablesTable
                  rows={list.data.receivables}
                  advice={show === 'act'}
                  chosen={chosen}
                  onChoose={setChosen}
                  onPay={setPaying}
                  onLimit={setLimiting}
                  onOnly={setOnly}
                  onReminders={setReminding}
                />
                <Pager page={page} size={PAGE_SIZE} total={list.data.totalRecords} onPage={setPage} />
              </>
            ) : (
              <EmptyState title={t`No results`}>
                {show === 'act' ? (
                  <Trans>Nothing overdue is waiting for you: reminders go out on their own.</Trans>
                ) : (
                  <Trans>Everybody who buys from you appears here, with what they owe.</Trans>
                )}
              </EmptyState>
            )
          ) : list.isError ? (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <div className="card-body">
              <Skeletons rows={5} height={28} />
            </div>
          )}
        </section>
        <RemindersCard />
        <ReceivedCard key={only?.id} only={only} onAll={() => setOnly(undefined)} />
        <ChargebacksCard />
      </div>
      <RecordPaymentDialog of={paying} onClose={() => setPaying(undefined)} />
      <CreditLimitDialog of={limiting} onClose={() => setLimiting(undefined)} />
      <BuyerRemindersDialog of={reminding} onClose={() => setReminding(undefined)} />
      <SendNextDialog
        buyerIds={sending}
        onClose={() => setSending(undefined)}
        onSent={(left) => setChosen(new Set(left))}
      />
    </MoneyFrame>
  );
}
