/** Orders of a plan that go to the same place: one label could serve them, which the plan does not decide by itself. */
import { Button } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { Batch } from '@scanship/contracts/shipping/batches';
import { IconPackages } from '#icons';
import { wishTogether } from '../shipping/form/together-wish.ts';
import { closeBatchPlan } from './batch-store.ts';

export function ShipTogether({ batch }: { readonly batch: Batch }) {
  const navigate = useNavigate();
  const { together } = batch.plan;
  if (together.length === 0) return null;
  const open = (ids: readonly string[]) => {
    const [first, ...others] = ids;
    if (first === undefined) return;
    wishTogether(first, others);
    closeBatchPlan();
    void navigate({ to: '/ecommerce/orders', search: { ids: [...ids], order: first } });
  };
  return (
    <div className="notice" data-testid="together">
      <IconPackages size={17} aria-hidden />
      <div className="stack tight grow">
        {together.map(({ orders }) => (
          <div key={orders[0]?.id} className="row between">
            <span>
              <Plural
                value={orders.length}
                one="# order goes to the same place:"
                other="# orders go to the same place; one label could serve them:"
              />{' '}
              {orders.map(({ number }) => number).join(', ')}
            </span>
            <Button size="compact-sm" variant="default" onClick={() => open(orders.map(({ id }) => id))}>
              <Trans>Ship together</Trans>
            </Button>
          </div>
        ))}
        <p className="dim small">
          <Trans>What you ship together there is left out of this plan when it is bought.</Trans>
        </p>
      </div>
    </div>
  );
}
