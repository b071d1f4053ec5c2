import { Trans } from '@lingui/react/macro';
import { IconInfoCircle } from '#icons';

/** Of a platform that gives its orders and takes no reports of shipments. */
export function ImportOnlyNotice({ platformName }: { readonly platformName: string }) {
  return (
    <div className="notice">
      <IconInfoCircle size={17} aria-hidden />
      <div>
        <Trans>
          Orders come in from {platformName}, but it takes no reports of shipments: what ships here has to be marked as
          shipped or cancelled there by hand.
        </Trans>
      </div>
    </div>
  );
}
