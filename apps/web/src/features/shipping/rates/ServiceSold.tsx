/** A service by its one name, and by whom it is sold where that is not its carrier: "UPS Ground, through EasyPost". */
import { Trans } from '@lingui/react/macro';
import { fullServiceName } from './price-facts.ts';

interface Props {
  readonly carrierName: string;
  readonly serviceName: string;
  /** The account is an aggregator's; `serviceName` then begins with the carrier. */
  readonly through: boolean;
}

export function ServiceSold({ carrierName, serviceName, through }: Props) {
  if (!through) return <>{fullServiceName(carrierName, serviceName)}</>;
  return (
    <Trans>
      {serviceName}, through {carrierName}
    </Trans>
  );
}
