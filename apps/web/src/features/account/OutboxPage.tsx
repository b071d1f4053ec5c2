import '../auth/login.css';
import '../public/public.css';
import './outbox.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconMail } from '#icons';
import { useLingui as useI18n } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { OutboxEntryDto } from '@scanship/contracts/network/mail-outbox';
import { isCode } from '../../lib/api-errors.ts';
import { formatInstant } from '../../lib/format.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { LanguageLinks } from '../../ui/LanguageLinks.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { MailFrame } from './MailFrame.tsx';
import { outboxMailQuery, outboxQuery } from './outbox-api.ts';

const route = getRouteApi('/mail/outbox');
/** Nobody is signed in, so the reader's own clock counts. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Mails of a demo, kept instead of sent (issue 4, line 1): where the codes and links are. */
export function OutboxPage() {
  const { t } = useLingui();
  const { mail } = route.useSearch();
  const outbox = useQuery(outboxQuery);
  const none = isCode(outbox.error, 'not_found');
  return (
    <div className="public-page">
      <PageHead title={t`Outbox`} />
      <header className="public-top">
        <BrandMark />
        <div className="row">
          <LanguageLinks />
          <LinkButton to="/auth/login" variant="default">
            <Trans>Sign in</Trans>
          </LinkButton>
        </div>
      </header>
      <main className="outbox">
        <div>
          <h1>
            <Trans>Outbox</Trans>
          </h1>
          {!none && (
            <p className="dim">
              <Trans>This demo sends no e-mails. What it would have sent is kept here.</Trans>
            </p>
          )}
        </div>
        {none ? (
          <div className="card">
            <EmptyState title={t`There is no outbox here`}>
              <Trans>This site sends its e-mails. Check your inbox and your spam folder.</Trans>
            </EmptyState>
          </div>
        ) : outbox.data ? (
          outbox.data.mails.length === 0 ? (
            <div className="card">
              <EmptyState
                title={t`No e-mail yet`}
                icon={<IconMail className="state-icon" size={36} stroke={1.4} aria-hidden />}
              >
                <Trans>Open an account or ask for a new password, and the e-mail appears here.</Trans>
              </EmptyState>
            </div>
          ) : (
            <div className="outbox-split" data-open={mail !== undefined}>
              <ul className="card outbox-list" aria-label={t`E-mails, newest first`}>
                {outbox.data.mails.map((one) => (
                  <Row key={one.id} mail={one} chosen={one.id === mail} />
                ))}
              </ul>
              {mail !== undefined && <Mail key={mail} id={mail} />}
            </div>
          )
        ) : outbox.isError ? (
          <div className="card">
            <ErrorState error={outbox.error} onRetry={() => void outbox.refetch()} />
          </div>
        ) : (
          <Skeletons rows={6} height={36} />
        )}
      </main>
    </div>
  );
}

function Row({ mail, chosen }: { readonly mail: OutboxEntryDto; readonly chosen: boolean }) {
  const { i18n } = useI18n();
  return (
    <li>
      <Link
        className="outbox-row"
        to="/mail/outbox"
        search={{ mail: mail.id }}
        replace
        aria-current={chosen ? 'true' : undefined}
        activeProps={{}}
        data-template={mail.template}
      >
        <span className="strong">{mail.subject}</span>
        <span className="dim small">
          {mail.to} · {formatInstant(mail.at, 'short', i18n.locale, ZONE)}
        </span>
      </Link>
    </li>
  );
}

function Mail({ id }: { readonly id: string }) {
  const { i18n } = useI18n();
  const mail = useQuery(outboxMailQuery(id));
  if (mail.isError)
    return (
      <section className="card">
        <ErrorState error={mail.error} onRetry={() => void mail.refetch()} />
      </section>
    );
  if (!mail.data) return <Skeletons rows={8} height={24} />;
  const { subject, from, to, at, html, text } = mail.data;
  return (
    <article className="card outbox-mail">
      <div className="card-head">
        <h2>{subject}</h2>
      </div>
      <div className="card-body stack">
        <dl className="facts">
          <dt>
            <Trans>From</Trans>
          </dt>
          <dd>{from}</dd>
          <dt>
            <Trans>To</Trans>
          </dt>
          <dd>{to}</dd>
          <dt>
            <Trans>Time</Trans>
          </dt>
          <dd>{formatInstant(at, 'full', i18n.locale, ZONE)}</dd>
        </dl>
        <MailFrame html={html} title={subject} />
        <details>
          <summary>
            <Trans>As plain text</Trans>
          </summary>
          <pre className="outbox-text">{text}</pre>
        </details>
      </div>
    </article>
  );
}
