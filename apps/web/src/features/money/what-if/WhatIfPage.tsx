import '../../carriers/carriers.css';
import '../../dashboard/dashboard.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { forgetDraft, waitingDraft } from '../../carriers/markups/draft-to-try.ts';
import { planQuery, plansQuery } from '../../carriers/markups/markups-api.ts';
import { customersQuery } from '../../customers/customers-api.ts';
import { franchiseChoicesQuery } from '../../platform/platform-api.ts';
import { MoneyFrame } from '../MoneyFrame.tsx';
import { WhatIfDraft } from './WhatIfDraft.tsx';

/** Past labels under other mark-ups: nothing is saved and nobody is charged. */
export function WhatIfPage() {
  const { t } = useLingui();
  const platform = kindOf(useProfile()) === 'platform';
  const [given] = useState(waitingDraft);
  const [buyer, setBuyer] = useState(given?.buyerId ?? '');
  useEffect(() => forgetDraft, []);
  const [search, setSearch] = useState('');
  const plans = useQuery(plansQuery);
  const customers = useQuery({ ...customersQuery({ q: search.trim() }), enabled: !platform });
  const franchises = useQuery({ ...franchiseChoicesQuery(search.trim()), enabled: platform });
  const plan = useQuery(planQuery(buyer === '' ? undefined : buyer));
  const names = new Map(
    (platform ? (franchises.data ?? []) : (customers.data?.customers ?? [])).map(({ id, name }) => [id, name]),
  );
  if (plan.data?.buyer?.kind === 'buyer') names.set(plan.data.buyer.id, plan.data.buyer.name);
  const several = (kind: 'plan' | 'group') =>
    (plans.data?.choices ?? [])
      .filter((each) => each.kind === kind)
      .map(({ id, name }) => ({ value: id, label: name }));
  const among = [
    { group: t`Plans`, items: several('plan') },
    { group: t`Groups`, items: several('group') },
    {
      group: platform ? t`Franchises` : t`Customers`,
      items: [...names].map(([value, label]) => ({ value, label })),
    },
  ];
  return (
    <MoneyFrame title={t`What if`}>
      <div className="stack wide">
        <p className="dim">
          <Trans>
            Labels that were sold, priced again under the rules below. Nothing is saved, and nobody is charged anything.
          </Trans>
        </p>
        <div className="fields">
          <NativeSelect
            className="w6"
            label={t`Start from the mark-ups of`}
            value={buyer}
            onChange={(event) => setBuyer(event.currentTarget.value)}
            data={[
              { value: '', label: platform ? t`All franchises (default)` : t`All customers (default)` },
              ...among.filter(({ items }) => items.length > 0),
            ]}
          />
          <TextInput
            className="w6"
            type="search"
            label={platform ? t`Find a franchise` : t`Find a customer`}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
        {plan.data && plans.data ? (
          <WhatIfDraft
            key={`${buyer} ${plan.data.version}`}
            plan={plan.data}
            carriers={plans.data.carriers}
            given={given && (given.buyerId ?? '') === buyer ? given.drafts : undefined}
          />
        ) : plan.isError || plans.isError ? (
          <div className="card">
            <ErrorState
              error={plan.error ?? plans.error}
              onRetry={() => {
                void plan.refetch();
                void plans.refetch();
              }}
            />
          </div>
        ) : (
          <Skeletons rows={6} height={32} />
        )}
      </div>
    </MoneyFrame>
  );
}
