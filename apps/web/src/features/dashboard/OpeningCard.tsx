import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheckFilled, IconClock } from '#icons';
import type { Opening, OpeningLineId } from '@scanship/contracts/network/opening';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { openingQuery } from './dashboard-api.ts';

interface Words {
  readonly title: MessageDescriptor;
  /** What to do about it. */
  readonly todo: MessageDescriptor;
  /** Where a franchise does it, where the operator does. */
  readonly to?: readonly [franchise: string | undefined, platform: string | undefined];
}

const LINES: Readonly<Record<OpeningLineId, Words>> = {
  mail: {
    title: msg`E-mail goes out`,
    todo: msg`Set SMTP_URL and MAIL_FROM; until then every mail stays in the outbox.`,
  },
  address: {
    title: msg`The address is served over TLS`,
    todo: msg`Set PUBLIC_ORIGIN to the https address that people use.`,
  },
  key: {
    title: msg`The master key is kept apart from the data`,
    todo: msg`Set MASTER_KEY; until then the key lies in the data folder, and whoever has a copy of it opens every secret.`,
  },
  backup: {
    title: msg`A backup was made in the last seven days`,
    todo: msg`Run the backup command every day, or have PostgreSQL archive its log.`,
  },
  'second-factor': {
    title: msg`Your own people sign in with a second factor`,
    todo: msg`Ask for it under Staff; whoever has an operator’s password has everything.`,
    to: [undefined, '/platform/staff'],
  },
  franchise: {
    title: msg`The first franchise exists`,
    todo: msg`Create it with its brand, host and administrator.`,
    to: [undefined, '/franchises'],
  },
  host: {
    title: msg`The host is verified`,
    todo: msg`Enter the DNS record that proves it.`,
    to: ['/customer/branding', '/franchises'],
  },
  administrator: {
    title: msg`An administrator came in`,
    todo: msg`Invite one; the link in the mail opens their account.`,
    to: [undefined, '/franchises'],
  },
  carrier: {
    title: msg`There is a carrier to ship with`,
    todo: msg`Connect an account and run its check, or have one lent.`,
    to: ['/customer/carriers', '/platform/carriers'],
  },
  company: {
    title: msg`Invoices name the company`,
    todo: msg`Enter its legal name and address.`,
    to: ['/customer/money/statements', undefined],
  },
  tax: {
    title: msg`Taxes are registered`,
    todo: msg`Enter the registration numbers; without them nobody is charged tax.`,
    to: ['/customer/money/taxes', undefined],
  },
  terms: {
    title: msg`Terms are published`,
    todo: msg`Write what customers agree to when they sign up.`,
    to: ['/customer/terms', undefined],
  },
};

/** What a new installation or franchise still lacks; gone once nothing is. */
export function OpeningCard({ of }: { readonly of: 'franchise' | 'platform' }) {
  const { t } = useLingui();
  const { data } = useQuery(openingQuery);
  const open = data?.lines.filter(({ done }) => !done) ?? [];
  if (!data || open.length === 0) return null;
  const count = data.lines.length - open.length;
  const all = data.lines.length;
  return (
    <section className="card" aria-labelledby="opening-head" data-testid="opening">
      <div className="card-head">
        <h2 id="opening-head" className="grow">
          <Trans>Before you open</Trans>
        </h2>
        <span className="dim small">
          <Trans>
            {count} of {all} done
          </Trans>
        </span>
      </div>
      <ul className="opening" aria-label={t`Before you open`}>
        {data.lines.map((line) => (
          <Line key={line.id} line={line} of={of} />
        ))}
      </ul>
    </section>
  );
}

function Line({ line, of }: { readonly line: Opening['lines'][number]; readonly of: 'franchise' | 'platform' }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { title, todo, to } = LINES[line.id];
  const where = to?.[of === 'franchise' ? 0 : 1];
  const names = line.lacking.join(', ');
  return (
    <li data-line={line.id} data-done={line.done}>
      {line.done ? (
        <IconCircleCheckFilled className="opening-mark" size={20} aria-label={t`Done`} />
      ) : (
        <IconClock className="opening-mark" size={20} aria-label={t`Missing`} />
      )}
      <div className="grow">
        <div className="strong">{i18n._(title)}</div>
        {!line.done && (
          <div className="dim small">
            {i18n._(todo)} {names !== '' && <Trans>Missing at: {names}</Trans>}
          </div>
        )}
      </div>
      {!line.done && where !== undefined && (
        <Link className="link small" to={where}>
          <Trans>Go there</Trans>
          <span className="sr-only">: {i18n._(title)}</span>
        </Link>
      )}
    </li>
  );
}
