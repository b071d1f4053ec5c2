import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { MarkupVersion } from '@scanship/contracts/money/markups';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { tookPlan, withdrawVersion } from './markups-api.ts';
import { useRuleWords } from './rule-words.ts';

interface Props {
  readonly buyerId: string | null;
  readonly version: MarkupVersion;
  readonly currency: string;
}

/** Mark-ups that wait for their day. */
export function WaitingCard({ buyerId, version, currency }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const words = useRuleWords(currency);
  const withdraw = useMutation({
    mutationFn: () => withdrawVersion({ buyerId, waiting: version.version }),
    onSuccess: ({ data, successMessage }) => {
      tookPlan(data);
      notify.success(successMessage ?? t`Saved.`);
    },
  });
  return (
    <section className="card" aria-label={t`Waiting mark-ups`} data-testid="markup-waiting">
      <div className="card-head">
        <h2 className="grow">
          <Trans>Starts {format.instant(version.startsAt, 'short')}</Trans>
        </h2>
        <Badge tone="info">{t`Waiting`}</Badge>
      </div>
      <div className="card-body stack">
        <span className="dim small">{[version.by, version.note].filter(Boolean).join(' · ')}</span>
        <ul>
          {version.used ? (
            version.rules.map((rule) => <li key={rule.id}>{words(rule)}</li>)
          ) : (
            <li>
              <Trans>Not used</Trans>
            </li>
          )}
          {version.used && version.rules.length === 0 && (
            <li>
              <Trans>No rules: sold at cost</Trans>
            </li>
          )}
        </ul>
        <div className="row">
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            <Trans>Take back</Trans>
          </Button>
        </div>
        {withdraw.error && <ErrorState compact error={withdraw.error} />}
      </div>
    </section>
  );
}
