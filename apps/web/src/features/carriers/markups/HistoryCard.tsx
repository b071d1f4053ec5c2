import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { MarkupRuleDto } from '@scanship/contracts/money/markups';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { historyQuery } from './markups-api.ts';

/** What was in force when, and who changed it. */
export function HistoryCard({ buyerId }: { readonly buyerId: string | undefined }) {
  const { t } = useLingui();
  const format = useFormat();
  const history = useQuery(historyQuery(buyerId));
  const currency = history.data?.currency ?? 'CAD';
  const words = (rule: MarkupRuleDto): string =>
    [
      rule.percentBp === 0 ? '' : `${format.number(rule.percentBp / 100)} %`,
      rule.fixedMinor === 0 ? '' : format.money({ minor: rule.fixedMinor, currency }),
      rule.floorMinor === null ? '' : `≥ ${format.money({ minor: rule.floorMinor, currency })}`,
      rule.capMinor === null ? '' : `≤ ${format.money({ minor: rule.capMinor, currency })}`,
      ...(rule.scope.carriers ?? []),
      ...(rule.scope.services ?? []),
      ...(rule.scope.zones ?? []),
      rule.firstDay === null && rule.lastDay === null ? '' : `${rule.firstDay ?? '…'} – ${rule.lastDay ?? '…'}`,
      rule.name,
    ]
      .filter((part) => part !== '')
      .join(' · ');
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
                        <Trans>Since {format.instant(version.at, 'short')}</Trans>
                      ) : (
                        `${format.instant(version.at, 'short')} – ${format.instant(version.until, 'short')}`
                      )}
                    </span>
                    {version.until === null && version.used && <Badge tone="good">{t`In force`}</Badge>}
                    {!version.used && <Badge>{t`Default used`}</Badge>}
                    <span className="dim small">{[version.by, version.note].filter(Boolean).join(' · ')}</span>
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
      </div>
    </section>
  );
}
