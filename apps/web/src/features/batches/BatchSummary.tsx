/** A batch as people decide about it: what will ship and for how much, what will not and why, and the buttons for it. */
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconPlayerPause, IconPlayerPlay, IconRefresh, IconShoppingCart, IconTool } from '#icons';
import { lazy, Suspense, useState } from 'react';
import type { Batch, BatchCause, BatchGroup, BatchItemState } from '@scanship/contracts/shipping/batches';
import { useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { loadMessages } from '../../lib/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Skeletons } from '../../ui/states.tsx';
import { fullServiceName } from '../shipping/rates/price-facts.ts';
import { PlanWaits } from './PlanWaits.tsx';
import { ShipTogether } from './ShipTogether.tsx';
import { UnmappedServices } from './UnmappedServices.tsx';
import { BatchProgress } from './BatchProgress.tsx';
import { BoughtApart } from './BoughtApart.tsx';
import { BuyPriced } from './BuyPriced.tsx';
import { CAUSE_WORDS, STATE_TONES, STATE_WORDS } from './batch-words.ts';
import type { ItemFilter } from './batches-api.ts';
import { useBatchActs } from './use-batch-acts.ts';

/** It says what is wrong with a product's facts in the words of the products. */
const MendPlan = lazy(async () => {
  const [{ MendPlan: component }] = await Promise.all([import('./MendPlan.tsx'), loadMessages('products')]);
  return { default: component };
});

interface Props {
  readonly batch: Batch;
  /** Shows the orders of a state or a cause. */
  readonly onShow: (filter: ItemFilter) => void;
}
export function BatchSummary({ batch, onShow }: Props) {
  const { i18n } = useI18n();
  const { counts, plan, state, problem, retry } = batch;
  const before = state === 'planning' || state === 'planned';
  return (
    <div className="stack wide" data-testid="batch">
      <div className="row between">
        <div className="row tight">
          <Badge tone={STATE_TONES[state]}>{i18n._(STATE_WORDS[state])}</Badge>
          <span className="dim small">
            <Plural value={counts.total} one="# order" other="# orders" />
          </span>
        </div>
        <BatchActs batch={batch} />
      </div>
      {state !== 'planned' && <BatchProgress batch={batch} />}
      {state === 'planning' && <PlanWaits batch={batch} />}
      <BoughtApart batch={batch} />
      {before && state !== 'planning' && <PlanWords batch={batch} onShow={onShow} />}
      {problem && (
        <div className="notice" data-tone="warn">
          <IconAlertTriangle size={17} aria-hidden />
          <div>{problem}</div>
        </div>
      )}
      {retry && <RetryNotice retry={retry} />}
      {!before && <Groups groups={batch.failures} state="failed" batch={batch} onShow={onShow} />}
      <Groups groups={plan.blocked} state="blocked" batch={batch} onShow={onShow} />
    </div>
  );
}

function PlanWords({ batch, onShow }: Props) {
  const format = useFormat();
  const { counts, plan } = batch;
  return (
    <div className="stack">
      <UnmappedServices batch={batch} />
      <ShipTogether batch={batch} />
      <p className="batch-plan" role="status">
        <Plural value={counts.willShip} one="# will ship" other="# will ship" />
        {counts.blocked > 0 && (
          <>
            {', '}
            <button type="button" className="link" onClick={() => onShow({ state: 'blocked' })}>
              <Plural value={counts.blocked} one="# blocked" other="# blocked" />
            </button>
          </>
        )}
        {plan.totals.length > 0 && (
          <>
            {' · '}
            <Trans>{plan.totals.map((total) => format.money(total)).join(' + ')} in all</Trans>
          </>
        )}
      </p>
      {plan.leftOut.length > 0 && (
        <p className="dim small">
          <Trans>Planned without {plan.leftOut.map(({ carrierName }) => carrierName).join(', ')}.</Trans>
        </p>
      )}
      {plan.shared > 0 && (
        <p className="dim small">
          <Plural
            value={plan.shared}
            one="# price comes from an equal parcel: its carrier cannot tell the two apart."
            other="# prices come from equal parcels: their carriers cannot tell them apart."
          />
        </p>
      )}
      {plan.totals.length > 1 && plan.compareTotal && (
        <p className="dim small">
          <Trans>About {format.money(plan.compareTotal)} at today’s exchange rates.</Trans>
        </p>
      )}
      {plan.services.length > 0 && (
        <table className="plain-table batch-services">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Service</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Orders</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Price</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {plan.services.map(({ carrierName, serviceName, count, price }) => (
              <tr key={`${carrierName} ${serviceName} ${price.currency}`}>
                <td>{fullServiceName(carrierName, serviceName)}</td>
                <td className="end num">{format.number(count)}</td>
                <td className="end num">{format.money(price)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function RetryNotice({ retry }: { readonly retry: NonNullable<Batch['retry']> }) {
  const format = useFormat();
  return (
    <div className="notice">
      <IconRefresh size={17} aria-hidden />
      <div>
        <div>
          <Plural
            value={retry.count}
            one="# order is retried automatically"
            other="# orders are retried automatically"
          />
          {', '}
          <Trans>next at {format.instant(retry.nextAt, 'time')}.</Trans>
        </div>
        <div className="dim small">{retry.message}</div>
      </div>
    </div>
  );
}

/** What can be mended without leaving the plan. */
const MENDABLE: ReadonlySet<BatchCause> = new Set(['no-weight', 'customs', 'address']);

interface GroupsProps extends Props {
  readonly groups: readonly BatchGroup[];
  readonly state: BatchItemState;
}
function Groups({ groups, state, batch, onShow }: GroupsProps) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { retry, planAgain } = useBatchActs(batch);
  const { rights } = useProfile();
  const mayBuy = rights.includes('labels.buy');
  const [mending, setMending] = useState(false);
  if (groups.length === 0) return null;
  const retryable = groups.filter(({ canRetry }) => canRetry);
  const ended = batch.state !== 'planning' && batch.state !== 'planned';
  const many = retryable.reduce((sum, { count }) => sum + count, 0);
  const blocked = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="stack tight" aria-label={state === 'blocked' ? t`What will not ship` : t`What failed`}>
      <div className="row between">
        <h3>{state === 'blocked' ? <Trans>What will not ship</Trans> : <Trans>What failed</Trans>}</h3>
        {state === 'blocked' && batch.state !== 'planning' && (
          <div className="row tight">
            {rights.includes('orders.edit') && groups.some(({ cause }) => MENDABLE.has(cause)) && (
              <Button
                variant="default"
                size="compact-md"
                leftSection={<IconTool size={14} aria-hidden />}
                aria-expanded={mending}
                onClick={() => setMending(!mending)}
              >
                <Trans>Fix here</Trans>
              </Button>
            )}
            {mayBuy && (
              <Button
                variant="default"
                size="compact-md"
                loading={planAgain.isPending}
                leftSection={<IconRefresh size={14} aria-hidden />}
                onClick={() => planAgain.mutate()}
              >
                <Trans>Plan the blocked again ({blocked})</Trans>
              </Button>
            )}
          </div>
        )}
        {state === 'failed' && ended && mayBuy && many > 0 && (
          <Button
            variant="default"
            size="compact-md"
            loading={retry.isPending}
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={() => retry.mutate(undefined)}
          >
            <Trans>Retry failed ({many})</Trans>
          </Button>
        )}
      </div>
      <ul className="batch-groups">
        {groups.map(({ cause, count, message }) => (
          <li key={cause}>
            <button
              type="button"
              className="link strong num"
              onClick={() => onShow(state === 'blocked' ? { state, cause } : { cause })}
            >
              {count} {i18n._(CAUSE_WORDS[cause])}
            </button>
            <div className="dim small">{message}</div>
          </li>
        ))}
      </ul>
      {mending && batch.state !== 'planning' && (
        <Suspense fallback={<Skeletons rows={2} />}>
          <MendPlan batch={batch} onPlan={() => planAgain.mutate()} />
        </Suspense>
      )}
    </section>
  );
}

function BatchActs({ batch }: { readonly batch: Batch }) {
  const { t } = useLingui();
  const format = useFormat();
  const acts = useBatchActs(batch);
  const [leaving, setLeaving] = useState(false);
  const mayBuy = useProfile().rights.includes('labels.buy');
  if (!mayBuy) return null;
  const { state, counts, plan } = batch;
  const open = state === 'planning' || state === 'planned' || state === 'running' || state === 'paused';
  const total = plan.totals.map((amount) => format.money(amount)).join(' + ');
  return (
    <div className="row tight">
      {open && (
        <Button variant="default" size="compact-md" onClick={() => setLeaving(true)} disabled={acts.stop.isPending}>
          {state === 'running' || state === 'paused' ? <Trans>Stop for good</Trans> : <Trans>Discard the plan</Trans>}
        </Button>
      )}
      {state === 'planning' && <BuyPriced batch={batch} />}
      {state === 'planned' && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconRefresh size={15} aria-hidden />}
          loading={acts.replan.isPending}
          onClick={() => acts.replan.mutate()}
        >
          <Trans>Ask for rates again</Trans>
        </Button>
      )}
      {state === 'running' && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlayerPause size={15} aria-hidden />}
          loading={acts.pause.isPending}
          onClick={() => acts.pause.mutate()}
        >
          <Trans>Pause</Trans>
        </Button>
      )}
      {state === 'paused' && (
        <Button
          size="compact-md"
          leftSection={<IconPlayerPlay size={15} aria-hidden />}
          loading={acts.resume.isPending}
          onClick={() => acts.resume.mutate()}
        >
          <Trans>Continue</Trans>
        </Button>
      )}
      {state === 'planned' && (
        <Button
          leftSection={<IconShoppingCart size={16} aria-hidden />}
          loading={acts.start.isPending}
          disabled={counts.willShip === 0}
          onClick={() => acts.start.mutate()}
        >
          {counts.willShip === 0 ? (
            <Trans>Nothing to buy</Trans>
          ) : (
            <Plural value={counts.willShip} one={`Buy # label for ${total}`} other={`Buy # labels for ${total}`} />
          )}
        </Button>
      )}
      <ConfirmDialog
        opened={leaving}
        title={state === 'running' || state === 'paused' ? t`Buy no further labels?` : t`Discard this plan?`}
        confirm={state === 'running' || state === 'paused' ? t`Stop for good` : t`Discard the plan`}
        busy={acts.stop.isPending}
        onConfirm={() => acts.stop.mutate(undefined, { onSettled: () => setLeaving(false) })}
        onClose={() => setLeaving(false)}
      >
        {state === 'running' || state === 'paused' ? (
          <Trans>What is bought stays bought. The orders that are left can be shipped at any time.</Trans>
        ) : (
          <Trans>Nothing was bought. The orders stay as they are.</Trans>
        )}
      </ConfirmDialog>
    </div>
  );
}
