import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AgentLink } from '@scanship/contracts/network/agent-links';
import { notify } from '../../../app/notify.ts';
import { queryClient } from '../../../app/query-client.ts';
import { useFormat } from '../../../app/use-format.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { CopyText } from '../../platform/CopyText.tsx';
import { AgentSection } from './AgentSection.tsx';
import { agentLinkQuery, renewLink } from './statements-api.ts';

/** The sales agent's own link, and who signed up by it. */
export function AgentLinkSection() {
  const { t } = useLingui();
  const own = useQuery(agentLinkQuery);
  return (
    <AgentSection title={t`Your link`}>
      {own.data ? (
        <OwnLink own={own.data} />
      ) : own.isError ? (
        <ErrorState error={own.error} onRetry={() => void own.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={2} height={28} />
        </div>
      )}
    </AgentSection>
  );
}

function OwnLink({ own }: { readonly own: AgentLink }) {
  const { t } = useLingui();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const renew = useMutation({
    mutationFn: renewLink,
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(agentLinkQuery.queryKey, data);
      setAsking(false);
      notify.success(successMessage ?? t`Your link is ready.`);
    },
    onError: (error) => notify.error(error),
  });
  if (!own.link)
    return (
      <EmptyState
        title={t`You have no link yet`}
        actions={
          <Button loading={renew.isPending} onClick={() => renew.mutate()}>
            <Trans>Create your link</Trans>
          </Button>
        }
      >
        <Trans>Whoever signs up by it is your customer from then on.</Trans>
      </EmptyState>
    );
  return (
    <div className="card-body stack">
      <div className="row">
        <code className="break-anywhere" data-testid="agent-link">
          {own.link.url}
        </code>
        <CopyText text={own.link.url} label={t`Copy your link`} />
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          <Trans>Make a new one</Trans>
        </Button>
      </div>
      <p className="dim small">
        <Trans>Whoever signs up by it is your customer from then on.</Trans>
      </p>
      {!own.open && (
        <p className="small danger">
          <Trans>Your franchise takes new customers by invitation only, so nobody can sign up by it now.</Trans>
        </p>
      )}
      {own.customers.length + own.passedOn > 0 && (
        <ul className="stack tight" aria-label={t`Signed up by your link`}>
          {own.customers.map((one) => (
            <li key={one.id}>
              <Link className="link" to="/customer/$customerId" params={{ customerId: one.id }}>
                {one.name}
              </Link>{' '}
              <span className="dim small">{format.instant(one.since, 'day')}</span>
            </li>
          ))}
          {own.passedOn > 0 && (
            <li className="dim small">
              <Plural
                value={own.passedOn}
                one="# other is not assigned to you any more"
                other="# others are not assigned to you any more"
              />
            </li>
          )}
        </ul>
      )}
      <ConfirmDialog
        opened={asking}
        title={t`Make a new link`}
        confirm={t`Make a new link`}
        busy={renew.isPending}
        onConfirm={() => renew.mutate()}
        onClose={() => setAsking(false)}
      >
        <Trans>Your present link counts no longer. Customers who came by it stay yours.</Trans>
      </ConfirmDialog>
    </div>
  );
}
