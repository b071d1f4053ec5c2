import { useLingui } from '@lingui/react/macro';
import type { StoreSummary } from '@scanship/contracts/stores/stores';
import { Badge, TestBadge, type Tone } from '../../ui/Badge.tsx';

const TONES: Readonly<Record<StoreSummary['state'], Tone>> = {
  pending: 'warn',
  connected: 'good',
  stale: 'bad',
  needs_consent: 'bad',
  paused: 'plain',
  disconnected: 'plain',
};

/** Live or TEST, and whether orders come in. */
export function StoreBadges({ store }: { readonly store: StoreSummary }) {
  const { t } = useLingui();
  const words: Readonly<Record<StoreSummary['state'], string>> = {
    pending: t`Address missing`,
    connected: t`Connected`,
    stale: t`Out of date`,
    needs_consent: t`Access ended`,
    paused: t`Paused`,
    disconnected: t`Disconnected`,
  };
  return (
    <span className="row tight">
      {store.test ? <TestBadge /> : <Badge tone="info">{t`Live`}</Badge>}
      <Badge tone={TONES[store.state]}>{words[store.state]}</Badge>
      {store.syncing && <Badge tone="violet">{t`Syncing`}</Badge>}
    </span>
  );
}
