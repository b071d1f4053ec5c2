import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { AuditEntry } from '@scanship/contracts/access/audit';
import { ROLE_NAMES } from '../../app/role-names.ts';
import { useFormat } from '../../app/use-format.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { sayError } from '../../lib/error-words.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { ACT_WORDS } from './act-words.ts';
import { factsOf, namedIn } from './audit-facts.ts';

const TONES: Readonly<Record<AuditEntry['outcome'], Tone>> = {
  done: 'good',
  refused: 'warn',
  failed: 'bad',
  started: 'plain',
};

/** One act: what, when, who really did it and in whose name, and how it ended. */
export function AuditRow({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const words = ACT_WORDS[entry.action];
  const outcomes: Readonly<Record<AuditEntry['outcome'], string>> = {
    done: t`Done`,
    refused: t`Refused`,
    failed: t`Failed`,
    started: t`Outcome not recorded`,
  };
  const facts = factsOf(entry);
  const named = namedIn(entry);
  return (
    <li className="audit-row" data-testid="audit-entry" data-action={entry.action}>
      <div className="row between">
        <span className="row tight">
          <span className="strong">{words ? i18n._(words) : entry.summary}</span>
          {named && <span>{named}</span>}
          <Badge tone={TONES[entry.outcome]}>{outcomes[entry.outcome]}</Badge>
          {entry.impersonated && <Badge tone="violet">{t`On behalf of others`}</Badge>}
        </span>
        <time className="dim small nowrap" dateTime={entry.at}>
          {format.instant(entry.at, 'full')}
        </time>
      </div>
      <ol className="audit-chain small" aria-label={t`Who`}>
        {entry.actors.map((actor, at) => (
          <li key={`${at} ${actor.userName}`}>
            {at > 0 && (
              <span className="dim">
                <Trans>as</Trans>{' '}
              </span>
            )}
            <span className="strong">{actor.fullName || actor.userName}</span>{' '}
            <span className="dim">
              {[actor.roleName && i18n._(ROLE_NAMES[actor.roleName]), actor.tenantName].filter(Boolean).join(', ')}
            </span>
          </li>
        ))}
      </ol>
      {entry.reason && (
        <div className="small">
          <Trans>Reason given: {entry.reason}</Trans>
        </div>
      )}
      {entry.message && (entry.outcome === 'refused' || entry.outcome === 'failed') && (
        <div className="small danger">{sayError(new ApiError(400, entry.message, {}), i18n).title}</div>
      )}
      <details className="small">
        <summary>
          <Trans>Details</Trans>
        </summary>
        <dl className="facts">
          <dt>
            <Trans>Seal</Trans>
          </dt>
          <dd>{entry.seal === null ? t`within a second or two` : t`No. ${entry.seal}`}</dd>
          {entry.ip && (
            <>
              <dt>
                <Trans>Network address</Trans>
              </dt>
              <dd>{entry.ip}</dd>
            </>
          )}
          {entry.reference && (
            <>
              <dt>
                <Trans>Reference</Trans>
              </dt>
              <dd>{entry.reference}</dd>
            </>
          )}
          {facts.map(([name, value]) => (
            <div key={name} className="audit-fact">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}
