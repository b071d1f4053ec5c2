import { Button } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconDownload } from '#icons';
import { saveBlob } from '../../lib/download.ts';

/** Shown once: afterwards only their number is known. */
export function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const save = () => saveBlob(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'recovery-codes.txt');
  return (
    <div className="notice" data-tone="warn" role="status">
      <div className="stack grow">
        <div className="strong">
          <Trans>Save these recovery codes. They are shown only once, and each works once.</Trans>
        </div>
        <ul className="recovery-codes" data-testid="recovery-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="row">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={save}
          >
            <Trans>Save as a file</Trans>
          </Button>
          <Button size="compact-sm" onClick={onDone}>
            <Trans>I saved these codes</Trans>
          </Button>
        </div>
      </div>
    </div>
  );
}
