import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CommissionData } from '@scanship/contracts/money/commissions';
import { notify } from '../../../app/notify.ts';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { FranchiseFrame } from '../../customers/FranchiseFrame.tsx';
import { MoneyFrame } from '../MoneyFrame.tsx';
import { PayoutDialog, PlanDialog } from './AgentDialogs.tsx';
import { AgentLinkSection } from './AgentLinkSection.tsx';
import { AgentSection } from './AgentSection.tsx';
import { AccrualSection } from './AccrualSection.tsx';
import { EarningsTable } from './EarningsTable.tsx';
import { commissionsQuery, endPlan, tookCommissions } from './statements-api.ts';
import { usePlanWord } from './use-plan-word.ts';

/** Commissions of sales agents: what they earn by, what they earned, what they were paid. An agent sees their own. */
export function AgentsPage() {
  const { t } = useLingui();
  const agent = kindOf(useProfile()) === 'agent';
  const commissions = useQuery(commissionsQuery);
  const Frame = agent ? FranchiseFrame : MoneyFrame;
  return (
    <Frame title={t`Commissions`}>
      {commissions.data ? (
        <div className="stack">
          <AccrualSection plans={commissions.data.plans} />
          <Owed data={commissions.data} />
          {agent && <AgentLinkSection />}
          <Plans data={commissions.data} />
          <Months data={commissions.data} />
          <Payouts data={commissions.data} />
        </div>
      ) : commissions.isError ? (
        <div className="card">
          <ErrorState error={commissions.error} onRetry={() => void commissions.refetch()} />
        </div>
      ) : (
        <Skeletons rows={8} height={30} />
      )}
    </Frame>
  );
}

interface Shown {
  readonly data: CommissionData;
}

function Owed({ data }: Shown) {
  const { t } = useLingui();
  const format = useFormat();
  const { rights } = useProfile();
  const [paying, setPaying] = useState<CommissionData['owed'][number]>();
  return (
    <AgentSection title={t`Earned and not paid out`}>
      {data.owed.length === 0 ? (
        <EmptyState title={t`Nothing is to be paid out`} />
      ) : (
        <TableWrap label={t`Earned and not paid out`}>
          <table className="plain-table phone-rows">
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Sales agent</Trans>
                </th>
                <th scope="col" className="end">
                  <Trans>Amount</Trans>
                </th>
                <th scope="col" className="end">
                  <Trans>What to do</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.owed.map((one) => (
                <tr key={`${one.agentId} ${one.amount.currency}`}>
                  <th scope="row">{one.agentName}</th>
                  <td className="end num" data-label={t`Amount`}>
                    {format.money(one.amount)}
                  </td>
                  <td className="end">
                    {data.canManage && rights.includes('money.credit') && one.amount.minor > 0 && (
                      <Button size="compact-sm" variant="default" onClick={() => setPaying(one)}>
                        <Trans>Mark as paid out</Trans>
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableWrap>
      )}
      {paying && <PayoutDialog key={paying.agentId} owed={paying} onClose={() => setPaying(undefined)} />}
    </AgentSection>
  );
}

function Plans({ data }: Shown) {
  const { t } = useLingui();
  const format = useFormat();
  const [adding, setAdding] = useState(false);
  const today = format.today();
  const end = useMutation({
    mutationFn: (id: string) => endPlan({ id }, today),
    onSuccess: ({ data: next, successMessage }) => {
      tookCommissions(next);
      notify.success(successMessage ?? t`Commission plan ended.`);
    },
    onError: (error) => notify.error(error),
  });
  const word = usePlanWord();
  const add = data.canManage && (
    <Button size="compact-sm" disabled={data.agents.length === 0} onClick={() => setAdding(true)}>
      <Trans>Add a plan</Trans>
    </Button>
  );
  return (
    <AgentSection title={t`Commission plans`} action={add}>
      {data.plans.length === 0 ? (
        <EmptyState title={t`No commission plans yet`}>
          {data.canManage && data.agents.length === 0 && (
            <Trans>Invite somebody as a sales agent first, under People.</Trans>
          )}
        </EmptyState>
      ) : (
        <TableWrap label={t`Commission plans`}>
          <table className="plain-table phone-rows">
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Sales agent</Trans>
                </th>
                <th scope="col">
                  <Trans>Customer</Trans>
                </th>
                <th scope="col">
                  <Trans>Commission</Trans>
                </th>
                <th scope="col">
                  <Trans>Days</Trans>
                </th>
                <th scope="col" className="end">
                  <Trans>What to do</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.plans.map((plan) => (
                <tr key={plan.id}>
                  <th scope="row">{plan.agentName}</th>
                  <td data-label={t`Customer`}>{plan.customerName ?? <Trans>All of theirs</Trans>}</td>
                  <td data-label={t`Commission`}>{word(plan)}</td>
                  <td data-label={t`Days`}>
                    {plan.lastDay === null ? (
                      <Trans context="first day">From {format.day(plan.firstDay)}</Trans>
                    ) : (
                      <Trans>
                        {format.day(plan.firstDay)} to {format.day(plan.lastDay)}
                      </Trans>
                    )}
                  </td>
                  <td className="end">
                    {data.canManage && plan.lastDay === null && (
                      <Button
                        size="compact-sm"
                        variant="default"
                        loading={end.isPending && end.variables === plan.id}
                        onClick={() => end.mutate(plan.id)}
                      >
                        <Trans>End today</Trans>
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableWrap>
      )}
      {adding && <PlanDialog data={data} onClose={() => setAdding(false)} />}
    </AgentSection>
  );
}

function Months({ data }: Shown) {
  const { t } = useLingui();
  return (
    <AgentSection title={t`Earned by month`}>
      {data.months.length === 0 ? (
        <EmptyState title={t`No commissions yet`}>
          <Trans>They are booked when a month is closed.</Trans>
        </EmptyState>
      ) : (
        <EarningsTable label={t`Earned by month`} earned={data.months} plans={data.plans} />
      )}
    </AgentSection>
  );
}

function Payouts({ data }: Shown) {
  const { t } = useLingui();
  const format = useFormat();
  if (data.payouts.length === 0) return null;
  return (
    <AgentSection title={t`Paid out`}>
      <ul className="card-body stack">
        {data.payouts.map((payout) => (
          <li key={payout.id}>
            {format.day(payout.day)}, {payout.agentName}: {format.money(payout.amount)}
            {payout.note !== '' && <div className="dim small">{payout.note}</div>}
          </li>
        ))}
      </ul>
    </AgentSection>
  );
}
