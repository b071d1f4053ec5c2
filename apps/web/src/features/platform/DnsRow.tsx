import './platform.css';
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconCopy } from '#icons';
import { useState } from 'react';
import type { DnsRecord } from '@scanship/contracts/network/franchises';
import { notify } from '../../app/notify.ts';

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
      <Copy text={record.name} label={t`Copy the name`} />
      <span className="dim">
        <Trans>Value</Trans>
      </span>
      <code>{record.value}</code>
      <Copy text={record.value} label={t`Copy the value`} />
    </div>
  );
}

function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useLingui();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      notify.problem(t`The browser did not allow copying.`, t`Mark the text and copy it by hand.`);
    }
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={copied ? t`Copied` : label}
      leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      onClick={() => void copy()}
    >
      {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
    </Button>
  );
}
