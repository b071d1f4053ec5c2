import '../carriers.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { PAGES } from '../../../app/routes/pages.ts';
import { PageHead } from '../../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { customersQuery } from '../../customers/customers-api.ts';
import { franchiseChoicesQuery } from '../../platform/platform-api.ts';
import { planToShow, showPlanOf } from './draft-to-try.ts';
import { MarkupEditor } from './MarkupEditor.tsx';
import { planQuery, plansQuery } from './markups-api.ts';

/** Mark-ups of a franchise for its customers, or of the operator for franchises. */
export function MarkupsPage({ tabs }: { readonly tabs?: ReactNode }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const platform = kindOf(useProfile()) === 'platform';
  const [buyer, setBuyer] = useState(planToShow);
  useEffect(() => showPlanOf(undefined), []);
  const [search, setSearch] = useState('');
  const [round, setRound] = useState(0);
  const plans = useQuery(plansQuery);
  const customers = useQuery({ ...customersQuery({ q: search.trim() }), enabled: !platform });
  const franchises = useQuery({ ...franchiseChoicesQuery(search.trim()), enabled: platform });
  const plan = useQuery(planQuery(buyer === '' ? undefined : buyer));
  const found = platform ? (franchises.data ?? []) : (customers.data?.customers ?? []);
  const names = new Map(found.map(({ id, name }) => [id, name]));
  const own = (plans.data?.plans ?? []).flatMap((each) => (each.buyer && each.used ? [each.buyer] : []));
  for (const each of own) names.set(each.id, each.name);
  if (plan.data?.buyer) names.set(plan.data.buyer.id, plan.data.buyer.name);
  const ownIds = new Set(own.map(({ id }) => id));
  return (
    <div className="page-narrow">
      <PageHead
        title={t`Mark-ups`}
        description={i18n._(platform ? PAGES.platformCarriers.description : PAGES.customers.description)}
      />
      <div className="page-head">
        <div className="grow">
          <h1>{platform ? <Trans>Mark-ups for franchises</Trans> : <Trans>Prices</Trans>}</h1>
        </div>
      </div>
      {tabs}
      <div className="stack wide">
        <div className="fields">
          <NativeSelect
            className="w6"
            label={t`Mark-ups of`}
            value={buyer}
            onChange={(event) => setBuyer(event.currentTarget.value)}
            data={[
              { value: '', label: platform ? t`All franchises (default)` : t`All customers (default)` },
              ...[...names].map(([value, name]) => ({
                value,
                label: ownIds.has(value) ? t`${name} (own mark-ups)` : name,
              })),
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
          <MarkupEditor
            key={`${buyer} ${plan.data.version} ${round}`}
            plan={plan.data}
            carriers={plans.data.carriers}
            onReset={() => setRound(round + 1)}
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
    </div>
  );
}
