import { Button } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import type { Batch } from '@scanship/contracts/shipping/batches';
import { IconClock } from '#icons';
import { useProfile } from '../../app/profile.ts';
import { useBatchActs } from './use-batch-acts.ts';

/** Accounts whose limit of calls holds a plan up, each with a way to go on without it. */
export function PlanWaits({ batch }: { readonly batch: Batch }) {
  const { leaveOut } = useBatchActs(batch);
  const mayBuy = useProfile().rights.includes('labels.buy');
  return batch.plan.waits.map(({ grantId, carrierName, message }) => (
    <div className="notice" role="status" key={grantId} data-testid="plan-wait">
      <IconClock size={17} aria-hidden />
      <div className="stack tight">
        <div>{message}</div>
        <div className="dim small">
          <Trans>The other carriers are asked meanwhile.</Trans>
        </div>
        {mayBuy && (
          <div>
            <Button
              size="compact-sm"
              variant="default"
              loading={leaveOut.isPending}
              onClick={() => leaveOut.mutate(grantId)}
            >
              <Trans>Plan without {carrierName}</Trans>
            </Button>
          </div>
        )}
      </div>
    </div>
  ));
}
