import { Plural, useLingui } from '@lingui/react/macro';
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { Badge, TestBadge } from '../../../ui/Badge.tsx';

/** Live or TEST, and whether it works. */
export function AccountBadges({ account }: { readonly account: CarrierAccount }) {
  const { t } = useLingui();
  const profile = useProfile();
  const states = {
    active: t({ message: 'Active', context: 'carrier account' }),
    paused: t`Paused`,
    broken: t`Does not work`,
  };
  const tones = { active: 'good', paused: 'plain', broken: 'bad' } as const;
  return (
    <span className="row tight">
      {account.mode === 'live' ? <Badge tone="info">{t`Live`}</Badge> : <TestBadge />}
      <Badge tone={tones[account.state]}>{states[account.state]}</Badge>
      {account.differences !== undefined && (
        <Badge tone="warn">
          <Plural value={account.differences} one="# label differs" other="# labels differ" />
        </Badge>
      )}
      {account.unaskedSince !== undefined && <Badge tone="warn">{t`On hold after a restore`}</Badge>}
      {account.lent && (
        <Badge outline>
          {kindOf(profile) === 'franchise' ? t`Provided by the operator` : t`Provided by your franchise`}
        </Badge>
      )}
    </span>
  );
}
