import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { MarkupPlan } from '@scanship/contracts/money/markups';
import { useFormat } from '../../../app/use-format.ts';
import { ApiError } from '../../../lib/api-errors.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import type { KeptDraft } from './use-kept-draft.ts';

interface Props {
  readonly plan: MarkupPlan;
  readonly kept: KeptDraft;
  readonly busy: boolean;
  readonly onDiscard: () => void;
  readonly onReload: () => void;
}

/** Says whether what is on the screen is a draft, who kept it, and that nobody is charged by it. */
export function DraftBar({ plan, kept, busy, onDiscard, onReload }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const { draft } = plan;
  if (kept.state === 'failed') {
    const stale = kept.error instanceof ApiError && kept.error.code === 'stale_version';
    return (
      <div className="stack tight">
        <ErrorState compact error={kept.error} />
        {stale && (
          <div className="row">
            <Button variant="default" onClick={onReload}>
              <Trans>Show the newest draft</Trans>
            </Button>
          </div>
        )}
      </div>
    );
  }
  if (!draft)
    return (
      <p className="dim small" role="status">
        {kept.state === 'waiting' ? (
          <Trans>Keeping the draft…</Trans>
        ) : (
          <Trans>These mark-ups are active. What you change is kept as a draft until you publish it.</Trans>
        )}
      </p>
    );
  return (
    <div className="notice" data-testid="markup-draft">
      <div className="stack tight grow">
        <div className="row">
          <Badge tone="info">{t`Draft`}</Badge>
          <span className="grow" />
          <Button variant="default" size="compact-sm" loading={busy} onClick={onDiscard}>
            <Trans>Discard draft</Trans>
          </Button>
        </div>
        <span role="status">
          {kept.state === 'waiting' ? (
            <Trans>Keeping the draft…</Trans>
          ) : (
            <Trans>
              Kept {format.instant(draft.at, 'short')} by {draft.by ?? t`somebody who left`}. Prices stay as they are
              until you publish it.
            </Trans>
          )}
        </span>
      </div>
    </div>
  );
}
