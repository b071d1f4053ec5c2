import { Button, NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { notify } from '../../app/notify.ts';
import { ErrorState, EmptyState, Skeletons } from '../../ui/states.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { agentsQuery, setAgent, tookCustomer } from './customers-api.ts';

/** Who of the franchise's sales agents looks after the customer: they see it, read only, with its volumes. */
export function CustomerAgent({ customer }: { readonly customer: CustomerDetail }) {
  const { t } = useLingui();
  const agents = useQuery(agentsQuery);
  const [chosen, setChosen] = useState(customer.agent?.id ?? '');
  const save = useMutation({
    mutationFn: () => setAgent(customer.id, chosen || null),
    onSuccess: ({ data, successMessage }) => {
      tookCustomer(data);
      notify.success(successMessage ?? t`Sales agent saved.`);
    },
    onError: (error) => notify.error(error),
  });
  if (!agents.data)
    return agents.isError ? (
      <div className="card">
        <ErrorState error={agents.error} onRetry={() => void agents.refetch()} />
      </div>
    ) : (
      <Skeletons rows={3} />
    );
  if (agents.data.length === 0 && !customer.agent)
    return (
      <div className="card">
        <EmptyState
          title={t`Your franchise has no sales agents`}
          actions={
            <LinkButton to="/role-and-permissions" search={{ tab: 'people' }}>
              <Trans>Invite one</Trans>
            </LinkButton>
          }
        >
          <Trans>A sales agent sees the customers assigned to them, read only, with volumes and margins.</Trans>
        </EmptyState>
      </div>
    );
  const gone = customer.agent && !agents.data.some(({ id }) => id === customer.agent?.id) ? [customer.agent] : [];
  return (
    <section className="card">
      <div className="card-body stack">
        {customer.referredBy && (
          <p>
            {customer.referredBy.name === '' ? (
              <Trans>Signed up by the link of a sales agent who has left.</Trans>
            ) : (
              <Trans>Signed up by the link of {customer.referredBy.name}.</Trans>
            )}
          </p>
        )}
        <NativeSelect
          label={t`Sales agent`}
          description={t`Sees this customer, read only, with its volumes and margin. A change counts for commissions from today on.`}
          value={chosen}
          data={[
            { value: '', label: t`Nobody` },
            ...[...agents.data, ...gone].map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <div className="row">
          <Button
            loading={save.isPending}
            disabled={chosen === (customer.agent?.id ?? '')}
            onClick={() => save.mutate()}
          >
            <Trans>Save</Trans>
          </Button>
        </div>
      </div>
    </section>
  );
}
