import { Button } from '@mantine/core';
import { Plural } from '@lingui/react/macro';
import type { Batch } from '@scanship/contracts/shipping/batches';
import { IconShoppingCart } from '#icons';
import { useFormat } from '../../app/use-format.ts';
import { useBatchActs } from './use-batch-acts.ts';

/** A plan of fewer orders is made before anybody has read the button, unless it waits for an account. */
const WORTH_OFFERING = 100;

/** Buys what is priced already, where a plan takes its time. */
export function BuyPriced({ batch }: { readonly batch: Batch }) {
  const format = useFormat();
  const { buyPriced } = useBatchActs(batch);
  const { plan, counts } = batch;
  const { priced } = plan;
  if (!priced || (plan.waits.length === 0 && counts.total < WORTH_OFFERING)) return null;
  const total = plan.totals.map((amount) => format.money(amount)).join(' + ');
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconShoppingCart size={15} aria-hidden />}
      loading={buyPriced.isPending}
      onClick={() => buyPriced.mutate({ step: priced.step, totals: plan.totals })}
    >
      <Plural value={priced.labels} one={`Buy # label now for ${total}`} other={`Buy # labels now for ${total}`} />
    </Button>
  );
}
