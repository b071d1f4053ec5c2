import './platform.css';
import { Trans, useLingui } from '@lingui/react/macro';
import type { DnsRecord } from '@scanship/contracts/network/franchises';
import { CopyText } from './CopyText.tsx';

/** A record for the zone of a domain, ready to copy. */
export function DnsRow({ record }: { readonly record: DnsRecord }) {
  const { t } = useLingui();
  return (
    <div className="dns" role="group" aria-label={t`Record to add to the zone`}>
      <span className="dim">
        <Trans>Type</Trans>
      </span>
      <code>{record.type}</code>
      <span />
      <span className="dim">
        <Trans>Name</Trans>
      </span>
      <code>{record.name}</code>
      <CopyText text={record.name} label={t`Copy the name`} />
      <span className="dim">
        <Trans>Value</Trans>
      </span>
      <code>{record.value}</code>
      <CopyText text={record.value} label={t`Copy the value`} />
    </div>
  );
}
