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
import { GroupsCard } from '../../customers/groups/GroupsCard.tsx';
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
  const choices = plans.data?.choices ?? [];
  for (const each of [...own, ...(plan.data?.buyer ? [plan.data.buyer] : [])])
    if (each.kind === 'buyer') names.set(each.id, each.name);
  const ownIds = new Set(own.map(({ id }) => id));
  const option = (value: string, name: string) => ({
    value,
    label: ownIds.has(value) ? t`${name} (own mark-ups)` : name,
  });
  const several = (kind: 'plan' | 'group') =>
    choices.filter((each) => each.kind === kind).map(({ id, name }) => option(id, name));
  const among = [
    { group: t`Plans`, items: several('plan') },
    { group: t`Groups`, items: several('group') },
    { group: platform ? t`Franchises` : t`Customers`, items: [...names].map(([value, name]) => option(value, name)) },
  ];
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
        {!platform && (
          <p className="dim small" data-testid="markup-precedence">
            <Trans>
              One list of mark-ups counts for a label, alone: the customer’s own, otherwise their group’s, otherwise
              their plan’s, otherwise the default. Lists are never added up.
            </Trans>
          </p>
        )}
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
        {!platform && <GroupsCard onShow={setBuyer} />}
      </div>
    </div>
  );
}
