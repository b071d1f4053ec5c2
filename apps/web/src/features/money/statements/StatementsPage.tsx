import '../../../styles/segmented-control.css';
import { SegmentedControl } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { AccountingPanel } from '../accounting/AccountingPanel.tsx';
import { MoneyFrame } from '../MoneyFrame.tsx';
import { AgingTable } from './AgingTable.tsx';
import { ClosingPanel } from './ClosingPanel.tsx';
import { InvoiceTable } from './InvoiceTable.tsx';
import { RoyaltyPanel } from './RoyaltyPanel.tsx';
import { SpanStatement } from './SpanStatement.tsx';

type View = 'sold' | 'aging' | 'closing' | 'owed' | 'royalties' | 'accounting';

/** A customer's invoices and statements. */
export function StatementsPage() {
  const { t } = useLingui();
  return (
    <MoneyFrame title={t`Statements`}>
      <div className="stack">
        <InvoiceTable side="owed" base="/account/billing/statements" />
        <SpanStatement side="owed" />
      </div>
    </MoneyFrame>
  );
}

/** What a franchise or the platform invoices to those below it, and how its months are closed. */
export function SellerStatementsPage() {
  const { t } = useLingui();
  const platform = kindOf(useProfile()) === 'platform';
  const [view, setView] = useState<View>('sold');
  const base = platform ? '/platform/money/statements' : '/customer/money/statements';
  const views: readonly { readonly value: View; readonly label: string }[] = [
    { value: 'sold', label: platform ? t`Invoices to franchises` : t`Invoices to customers` },
    { value: 'aging', label: t`What is owed` },
    { value: 'closing', label: t`Closing months` },
    platform ? { value: 'royalties', label: t`Royalties` } : { value: 'owed', label: t`Invoices from the platform` },
    { value: 'accounting', label: t`Accounting` },
  ];
  return (
    <MoneyFrame title={t`Statements and closing`}>
      <div className="stack">
        <SegmentedControl
          aria-label={t`What is shown`}
          value={view}
          data={[...views]}
          onChange={(value) => {
            const next = views.find((each) => each.value === value);
            if (next) setView(next.value);
          }}
        />
        {view === 'sold' && (
          <>
            <InvoiceTable side="sold" base={base} />
            <SpanStatement side="sold" />
          </>
        )}
        {view === 'aging' && <AgingTable />}
        {view === 'closing' && <ClosingPanel />}
        {view === 'royalties' && <RoyaltyPanel />}
        {view === 'accounting' && <AccountingPanel />}
        {view === 'owed' && (
          <>
            <InvoiceTable side="owed" base={base} />
            <SpanStatement side="owed" />
          </>
        )}
      </div>
    </MoneyFrame>
  );
}
