import './bank.css';
import '../../../styles/segmented-control.css';
import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankAccount } from '@scanship/contracts/money/bank';
import { useProfile } from '../../../app/profile.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { MoneyFrame } from '../MoneyFrame.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { bankQuery } from './bank-api.ts';
import { LinesCard } from './LinesCard.tsx';
import { MonthsCard } from './MonthsCard.tsx';
import { PayoutsCard } from './PayoutsCard.tsx';
import { StatementsCard } from './StatementsCard.tsx';

type View = 'lines' | 'files' | 'months' | 'payouts';

/** What the bank says, line by line beside the books, and what the card provider pays out to it. */
export function BankPage() {
  const { t } = useLingui();
  const accounts = useQuery(bankQuery);
  const mayKeep = useProfile().rights.includes('money.credit');
  const [chosen, setChosen] = useState('');
  const [view, setView] = useState<View>('lines');
  const [naming, setNaming] = useState<BankAccount | 'new'>();
  const views: readonly { readonly value: View; readonly label: string }[] = [
    { value: 'lines', label: t`Lines` },
    { value: 'files', label: t`Bank statements` },
    { value: 'months', label: t`Months` },
    { value: 'payouts', label: t`Card payouts` },
  ];
  return (
    <MoneyFrame title={t`Bank`}>
      <div className="stack">
        <Loaded query={accounts}>
          {({ accounts: own }) => {
            const account = own.find(({ id }) => id === chosen) ?? own[0];
            return (
              <>
                <div className="row bank-head">
                  <SegmentedControl
                    className="bank-views"
                    aria-label={t`What is shown`}
                    value={view}
                    data={[...views]}
                    onChange={(value) => {
                      const next = views.find((each) => each.value === value);
                      if (next) setView(next.value);
                    }}
                  />
                  <span className="grow" />
                  {view !== 'payouts' && account && (
                    <>
                      <NativeSelect
                        aria-label={t`Bank account`}
                        value={account.id}
                        data={own.map((each) => ({ value: each.id, label: nameOf(each) }))}
                        onChange={(event) => setChosen(event.currentTarget.value)}
                      />
                      {mayKeep && (
                        <Button variant="default" onClick={() => setNaming('new')}>
                          <Trans>Add a bank account</Trans>
                        </Button>
                      )}
                    </>
                  )}
                </div>
                {view === 'payouts' ? (
                  <PayoutsCard mayRead={mayKeep} />
                ) : account ? (
                  <>
                    {view === 'lines' && (
                      <LinesCard
                        key={account.id}
                        account={account}
                        mayKeep={mayKeep}
                        onUpload={() => setView('files')}
                      />
                    )}
                    {view === 'files' && (
                      <StatementsCard
                        key={account.id}
                        account={account}
                        mayKeep={mayKeep}
                        onRename={() => setNaming(account)}
                        onLines={() => setView('lines')}
                      />
                    )}
                    {view === 'months' && <MonthsCard key={account.id} account={account} />}
                  </>
                ) : (
                  <section className="card">
                    <EmptyState
                      title={t`No bank account yet`}
                      actions={
                        mayKeep && (
                          <Button onClick={() => setNaming('new')}>
                            <Trans>Add a bank account</Trans>
                          </Button>
                        )
                      }
                    >
                      <Trans>
                        Upload your bank’s statements, and payments find their customers: each is proposed, you confirm
                        it with one press.
                      </Trans>
                    </EmptyState>
                  </section>
                )}
              </>
            );
          }}
        </Loaded>
      </div>
      <AccountDialog of={naming} onClose={() => setNaming(undefined)} onAdded={setChosen} />
    </MoneyFrame>
  );
}

const nameOf = ({ name, number, currency }: BankAccount): string =>
  `${name}${number === null ? '' : ` …${number}`} (${currency})`;
