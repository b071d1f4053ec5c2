import './customers.css';
import { Button, NativeSelect } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MailTemplate } from '@scanship/contracts/network/mail-outbox';
import { useFormat } from '../../app/use-format.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { mailLogQuery, type MailState } from './customers-api.ts';

const TEMPLATES: Readonly<Record<MailTemplate, MessageDescriptor>> = {
  verify_account: msg`Code to verify an account`,
  already_registered: msg`Already registered`,
  reset_password: msg`Link for a new password`,
  sign_in_code: msg`Code to sign in`,
  confirm_email: msg`Confirm an e-mail address`,
  email_changing: msg`E-mail address is being changed`,
  email_changed: msg`E-mail address was changed`,
  password_changed: msg`Password was changed`,
  second_factor_changed: msg`Second factor was changed`,
  new_device: msg`Sign-in from a new device`,
  invitation: msg`Invitation`,
  invitation_accepted: msg`Invitation was accepted`,
  notice: msg`Notice`,
};
const STATES: Readonly<Record<MailState, { readonly word: MessageDescriptor; readonly tone: Tone }>> = {
  waiting: { word: msg`Waiting`, tone: 'info' },
  sent: { word: msg`Sent`, tone: 'good' },
  refused: { word: msg`Refused`, tone: 'bad' },
  unknown: { word: msg`Not known`, tone: 'warn' },
  expired: { word: msg`Too late`, tone: 'warn' },
};
const STATE_NAMES = Object.keys(STATES) as readonly MailState[];

/** E-mails of the company, of all its customers or one of them, and what became of them; never what is in them. */
export function MailLogCard({ customerId }: { readonly customerId?: string | undefined }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const [state, setState] = useState<MailState>();
  const log = useInfiniteQuery(mailLogQuery({ state, customerId }));
  const mails = log.data?.pages.flatMap((page) => page.mails) ?? [];
  const ofCustomers = customerId === undefined && mails.some(({ customer }) => customer !== null);
  return (
    <section className="card" aria-labelledby="mails-head">
      <div className="card-head">
        <div className="grow">
          <h2 id="mails-head">
            <Trans>E-mails sent for you</Trans>
          </h2>
          <p className="dim small">
            <Trans>The newest first. Codes and links in them are never shown.</Trans>
          </p>
        </div>
        <NativeSelect
          aria-label={t`State`}
          value={state ?? ''}
          data={[
            { value: '', label: t`All statuses` },
            ...STATE_NAMES.map((name) => ({ value: name, label: i18n._(STATES[name].word) })),
          ]}
          onChange={({ currentTarget: { value } }) => setState(STATE_NAMES.find((name) => name === value))}
        />
      </div>
      {log.data ? (
        mails.length === 0 ? (
          <EmptyState title={state ? t`No e-mail in this state` : t`No e-mails yet`} />
        ) : (
          <TableWrap label={t`E-mails sent for you`}>
            <table className="plain-table">
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>To</Trans>
                  </th>
                  {ofCustomers && (
                    <th scope="col" className="wide-only">
                      <Trans>Customer</Trans>
                    </th>
                  )}
                  <th scope="col">
                    <Trans>State</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Time</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {mails.map((mail) => (
                  <tr key={mail.id}>
                    <td className="break-anywhere">
                      <div>{mail.to}</div>
                      <div className="dim small">{i18n._(TEMPLATES[mail.template])}</div>
                    </td>
                    {ofCustomers && (
                      <td className="wide-only">
                        {mail.customer && (
                          <Link
                            className="link"
                            to="/customer/$customerId"
                            params={{ customerId: mail.customer.id }}
                            search={{ tab: 'mails' }}
                          >
                            {mail.customer.name}
                          </Link>
                        )}
                      </td>
                    )}
                    <td>
                      <Badge tone={STATES[mail.state].tone}>{i18n._(STATES[mail.state].word)}</Badge>
                      {mail.problem && <div className="dim small break-anywhere">{mail.problem}</div>}
                    </td>
                    <td className="nowrap">{format.instant(mail.sentAt ?? mail.createdAt, 'short')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableWrap>
        )
      ) : log.isError ? (
        <ErrorState error={log.error} onRetry={() => void log.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={5} height={28} />
        </div>
      )}
      {log.hasNextPage && (
        <div className="card-body">
          <Button
            variant="default"
            size="compact-sm"
            loading={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
          >
            <Trans>Show older</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}
