import '../settings/settings.css';
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconUserShield } from '#icons';
import { useState } from 'react';
import type { FranchiseDetail } from '@scanship/contracts/network/franchises';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { InviteForm } from '../customers/InviteForm.tsx';
import { ActAsDialog } from '../impersonation/ActAsDialog.tsx';
import { inviteAdmin, tookFranchise } from './platform-api.ts';

/** Who runs the franchise: invited from here, and worked as with a reason they can read. */
export default function Administrators({ franchise }: { readonly franchise: FranchiseDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const [userName, setUserName] = useState<string>();
  const person = franchise.administrators.find((one) => one.userName === userName);
  return (
    <div className="stack">
      <section className="card" aria-label={t`Administrators`}>
        {franchise.administrators.length + franchise.invited.length === 0 ? (
          <EmptyState title={t`No administrator yet`}>
            <Trans>Invite one below. They sign up on the franchise’s own host.</Trans>
          </EmptyState>
        ) : (
          <ul className="plain-list">
            {franchise.administrators.map((one) => {
              const { fullName } = one;
              return (
                <li key={one.userName} className="row between" data-testid="administrator">
                  <div className="break-anywhere">
                    <div className="strong">{fullName}</div>
                    <div className="dim small">
                      {one.userName} · {one.email}
                    </div>
                  </div>
                  <Button
                    size="compact-sm"
                    variant="default"
                    leftSection={<IconUserShield size={15} aria-hidden />}
                    aria-label={t`Act as ${fullName}`}
                    onClick={() => setUserName(one.userName)}
                  >
                    <Trans>Act as</Trans>
                  </Button>
                </li>
              );
            })}
            {franchise.invited.map(({ email, expiresAt }) => (
              <li key={email} className="row between" data-testid="invited-administrator">
                <div className="break-anywhere">
                  <div>{email}</div>
                  <div className="dim small">
                    {new Date(expiresAt) < new Date() ? (
                      <Trans>The invitation has expired. Send it again below.</Trans>
                    ) : (
                      <Trans>Good until {format.instant(expiresAt, 'short')}</Trans>
                    )}
                  </div>
                </div>
                <Badge tone="info">{t`Invited`}</Badge>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="card">
        <div className="card-body stack">
          <InviteForm
            label={t`Invite an administrator`}
            onInvite={async (email) => {
              const answer = await inviteAdmin(franchise.id, email);
              tookFranchise(answer.data);
              return answer;
            }}
          />
          <p className="dim small">
            <Trans>The link in the mail leads to the franchise’s host; it is served once it is verified.</Trans>
          </p>
        </div>
      </section>
      <ActAsDialog person={person && { ...person, franchiseId: franchise.id }} onClose={() => setUserName(undefined)} />
    </div>
  );
}
