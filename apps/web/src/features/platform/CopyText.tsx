import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconCopy } from '#icons';
import { useState } from 'react';
import { notify } from '../../app/notify.ts';

/** Puts a text on the clipboard. @param label what is copied, for those who do not see where the button stands */
export function CopyText({ text, label }: { readonly text: string; readonly label: string }) {
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
