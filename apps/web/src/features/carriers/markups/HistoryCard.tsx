import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import type { MarkupPlan } from '@scanship/contracts/money/markups';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { historyQuery, restoreVersion } from './markups-api.ts';
import { useRuleWords } from './rule-words.ts';
import { useGuardedPublish } from './use-guarded-publish.tsx';

/** What was in force when, and who changed it. */
export function HistoryCard({ plan, onDone }: { readonly plan: MarkupPlan; readonly onDone: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const history = useQuery(historyQuery(plan.buyer?.id));
  const currency = history.data?.currency ?? 'CAD';
  const words = useRuleWords(currency);
  const { publish, busy, error, question } = useGuardedPublish(onDone);
  const versions = history.data?.versions ?? [];
  const held = versions.filter(({ state }) => state === 'in-force' || state === 'past');
  const restore = (of: number) =>
    publish((confirm) =>
      restoreVersion({
        buyerId: plan.buyer?.id ?? null,
        // What this list says is in force: pressed in an older one it changes nothing.
        version: held[0]?.version ?? plan.version,
        startsOn: null,
        of,
        note: '',
        ...(confirm !== undefined && { confirm }),
      }),
    );
  return (
    <section className="card" aria-label={t`History`}>
      <div className="card-head">
        <h2>
          <Trans>History</Trans>
        </h2>
      </div>
      <div className="card-body">
        {history.data ? (
          history.data.versions.length === 0 ? (
            <p className="dim">
              <Trans>Nothing was saved here yet.</Trans>
            </p>
          ) : (
            <ol className="stack">
              {history.data.versions.map((version) => (
                <li key={version.version} data-testid="markup-version">
                  <div className="row tight">
                    <span className="strong">
                      {version.until === null ? (
                        <Trans>Since {format.instant(version.startsAt, 'short')}</Trans>
                      ) : (
                        `${format.instant(version.startsAt, 'short')} – ${format.instant(version.until, 'short')}`
                      )}
                    </span>
                    {version.state === 'in-force' && version.used && (
                      <Badge tone="good">{t({ message: 'Active', context: 'markups' })}</Badge>
                    )}
                    {version.state === 'waits' && <Badge tone="info">{t`Waiting`}</Badge>}
                    {version.state === 'withdrawn' && <Badge>{t`Taken back`}</Badge>}
                    {!version.used && <Badge>{t`Not used`}</Badge>}
                    <span className="dim small grow">
                      {[version.by, version.restores === null ? '' : t`Version ${version.restores} again`, version.note]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                    {version === held[0] && held[1] && (
                      <Button
                        variant="default"
                        size="compact-sm"
                        loading={busy}
                        disabled={history.isFetching}
                        aria-label={t`Undo: version ${held[1].version} again`}
                        onClick={() => restore(held[1]?.version ?? 0)}
                      >
                        <Trans>Undo</Trans>
                      </Button>
                    )}
                    {version.state === 'past' && version !== held[1] && (
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        loading={busy}
                        disabled={history.isFetching}
                        aria-label={t`Publish again: version ${version.version}`}
                        onClick={() => restore(version.version)}
                      >
                        <Trans>Publish again</Trans>
                      </Button>
                    )}
                  </div>
                  <ul className="small dim">
                    {version.rules.map((rule) => (
                      <li key={rule.id}>{words(rule)}</li>
                    ))}
                    {version.rules.length === 0 && (
                      <li>
                        <Trans>No rules: sold at cost</Trans>
                      </li>
                    )}
                  </ul>
                </li>
              ))}
            </ol>
          )
        ) : history.isError ? (
          <ErrorState compact error={history.error} onRetry={() => void history.refetch()} />
        ) : (
          <Skeletons rows={3} />
        )}
        {error !== undefined && <ErrorState compact error={error} />}
      </div>
      {question}
    </section>
  );
}
