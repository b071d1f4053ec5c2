import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Batch } from '@scanship/contracts/shipping/batches';
import { useFormat } from '../../app/use-format.ts';

/** How far a batch is: a bar of what is done, failed and left, with the same in words. */
export function BatchProgress({ batch }: { readonly batch: Batch }) {
  const { t } = useLingui();
  const { counts, state } = batch;
  const planning = state === 'planning';
  const all = Math.max(1, planning ? counts.total : counts.willShip);
  const share = (n: number): string => `${((n / all) * 100).toFixed(2)}%`;
  const done = planning ? counts.total - counts.rating : counts.done;
  const failed = planning ? 0 : counts.failed + counts.skipped;
  return (
    <div className="batch-progress">
      <div
        className="batch-bar"
        role="progressbar"
        aria-label={planning ? t`Rates asked for` : t`Labels bought`}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={done}
      >
        <span data-tone="good" style={{ width: share(done) }} />
        <span data-tone="bad" style={{ width: share(failed) }} />
      </div>
      <p className="dim small num" role="status">
        {planning ? (
          <Trans>
            {done} of {counts.total} orders priced
          </Trans>
        ) : (
          <ProgressWords batch={batch} />
        )}
      </p>
    </div>
  );
}

function ProgressWords({ batch }: { readonly batch: Batch }) {
  const format = useFormat();
  const { counts, secondsLeft, spent } = batch;
  const minutes = secondsLeft === null ? null : Math.max(1, Math.round(secondsLeft / 60));
  return (
    <>
      <Plural value={counts.done} one="# label bought" other="# labels bought" />
      {counts.failed > 0 && (
        <>
          {' · '}
          <Plural value={counts.failed} one="# failed" other="# failed" />
        </>
      )}
      {counts.skipped > 0 && (
        <>
          {' · '}
          <Plural value={counts.skipped} one="# left out" other="# left out" />
        </>
      )}
      {counts.left > 0 && (
        <>
          {' · '}
          <Plural value={counts.left} one="# left" other="# left" />
        </>
      )}
      {spent.length > 0 && <> · {spent.map((amount) => format.money(amount)).join(' + ')}</>}
      {batch.state === 'running' && minutes !== null && (
        <>
          {' · '}
          <Plural value={minutes} one="about # minute to go" other="about # minutes to go" />
        </>
      )}
    </>
  );
}
