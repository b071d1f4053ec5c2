import { Trans, useLingui } from '@lingui/react/macro';
import { Badge } from '../../../ui/Badge.tsx';

interface Props {
  readonly lent: boolean;
  readonly leftOut: readonly string[];
  readonly services: readonly { readonly code: string; readonly name: string }[];
}

/** "Lent", "Lent without Express Saver" or "Not lent". */
export function LentWhat({ lent, leftOut, services }: Props) {
  const { t } = useLingui();
  const left = leftOut.map((code) => services.find((service) => service.code === code)?.name ?? code).join(', ');
  return (
    <>
      {lent ? <Badge tone="good">{t`Lent`}</Badge> : <Badge tone="warn">{t`Not lent`}</Badge>}
      {lent && left !== '' && (
        <div className="dim small break-anywhere">
          <Trans>Without {left}</Trans>
        </div>
      )}
    </>
  );
}
