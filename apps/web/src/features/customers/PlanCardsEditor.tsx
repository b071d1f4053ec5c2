import './customers.css';
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Plan, PlanInput } from '@scanship/contracts/network/franchises';
import { Dialog } from '../../ui/Dialog.tsx';
import { PlanCard } from './PlanCard.tsx';
import { PlanForm, type SavedPlans } from './PlanForm.tsx';

interface Props {
  readonly plans: readonly Plan[];
  readonly currency: string;
  readonly save: (code: Plan['code'], body: PlanInput) => Promise<SavedPlans>;
  readonly onSaved: (saved: SavedPlans['data']) => void;
}

/** What a franchise calls its three plans, and what each holds, limits and costs. */
export function PlanCardsEditor({ plans, currency, save, onSaved }: Props) {
  const { t } = useLingui();
  const [editing, setEditing] = useState<Plan>();
  const [open, setOpen] = useState(false);
  const name = editing?.name ?? '';
  return (
    <>
      <ul className="plan-cards">
        {plans.map((plan) => {
          const title = plan.name;
          return (
            <PlanCard key={plan.code} plan={plan}>
              <Button
                variant="default"
                aria-label={t`Edit ${title}`}
                onClick={() => {
                  setEditing(plan);
                  setOpen(true);
                }}
              >
                <Trans>Edit</Trans>
              </Button>
            </PlanCard>
          );
        })}
      </ul>
      <Dialog opened={open} onClose={() => setOpen(false)} title={t`Edit ${name}`}>
        {editing && (
          <PlanForm
            key={`${editing.code} ${editing.version}`}
            plan={editing}
            currency={editing.monthlyPrice?.currency ?? currency}
            save={save}
            onSaved={onSaved}
            onClose={() => setOpen(false)}
          />
        )}
      </Dialog>
    </>
  );
}
