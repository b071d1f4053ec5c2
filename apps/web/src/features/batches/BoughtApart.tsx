import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Batch } from '@scanship/contracts/shipping/batches';
import { closeBatchPlan } from './batch-store.ts';

/** What was bought of a plan while it was still being made, and the plan it came from. */
export function BoughtApart({ batch: { parts, partOf } }: { readonly batch: Batch }) {
  if (parts.length === 0 && !partOf) return null;
  return (
    <div className="stack tight small" data-testid="batch-parts">
      {parts.map(({ id, name, orders }) => (
        <div key={id}>
          <Plural value={orders} one="# label is bought in advance:" other="# labels are bought in advance:" />{' '}
          <BatchLink id={id} name={name} />
        </div>
      ))}
      {partOf && (
        <div className="dim">
          <Trans>
            Bought in advance from the plan <BatchLink id={partOf.id} name={partOf.name} />.
          </Trans>
        </div>
      )}
    </div>
  );
}

function BatchLink({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Link
      className="link"
      to="/ecommerce/orders/batches/$batchId"
      params={{ batchId: id }}
      onClick={() => closeBatchPlan()}
    >
      {name}
    </Link>
  );
}
