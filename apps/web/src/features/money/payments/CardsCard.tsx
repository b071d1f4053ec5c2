import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCreditCard } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Billing, removeCard, type SavedCard, setDefaultCard } from '@scanship/contracts/money/payments';
import { api } from '../../../app/api.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useCardName } from './card-name.ts';
import { tookBilling } from './payments-api.ts';

interface Props {
  readonly billing: Billing;
  readonly may: boolean;
  readonly onAdd: () => void;
}

/** Cards on file. */
export function CardsCard({ billing, may, onAdd }: Props) {
  const { t } = useLingui();
  const name = useCardName();
  const [removing, setRemoving] = useState<SavedCard>();
  const remove = useMutation({
    mutationFn: (id: string) => api.call(removeCard, { params: { id } }),
    onSuccess: ({ data }) => tookBilling(data),
    onSettled: () => setRemoving(undefined),
  });
  const prefer = useMutation({
    mutationFn: (id: string) => api.call(setDefaultCard, { params: { id }, body: {} }),
    onSuccess: ({ data }) => tookBilling(data),
  });
  const error = remove.error ?? prefer.error;
  return (
    <section className="card" aria-label={t`Cards`}>
      <div className="card-head">
        <h2 className="grow">
          <Trans>Cards</Trans>
        </h2>
        {may && (
          <Button size="compact-sm" variant="default" onClick={onAdd}>
            <Trans>Add a card</Trans>
          </Button>
        )}
      </div>
      {error && <ErrorState compact error={error} />}
      {billing.cards.length === 0 ? (
        <EmptyState
          title={t`No card is on file`}
          icon={<IconCreditCard className="state-icon" size={36} stroke={1.4} aria-hidden />}
        >
          <Trans>Add one to top up or pay what you owe, now or automatically.</Trans>
        </EmptyState>
      ) : (
        <ul className="billing-cards">
          {billing.cards.map((card) => (
            <li key={card.id} data-testid="saved-card">
              <span className="grow">
                {name(card)} {card.isDefault && <Badge>{t`Used first`}</Badge>}{' '}
                {card.expired && <Badge tone="bad">{t`Expired`}</Badge>}
              </span>
              {may && !card.isDefault && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  loading={prefer.isPending && prefer.variables === card.id}
                  onClick={() => prefer.mutate(card.id)}
                >
                  <Trans>Use first</Trans>
                </Button>
              )}
              {may && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={t`Remove ${name(card)}`}
                  onClick={() => setRemoving(card)}
                >
                  <Trans>Remove</Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={removing !== undefined}
        title={t`Remove this card?`}
        confirm={t`Remove the card`}
        danger
        busy={remove.isPending}
        onConfirm={() => removing && remove.mutate(removing.id)}
        onClose={() => setRemoving(undefined)}
      >
        <Trans>It is no longer charged. An automatic top-up on it is switched off.</Trans>
      </ConfirmDialog>
    </section>
  );
}
