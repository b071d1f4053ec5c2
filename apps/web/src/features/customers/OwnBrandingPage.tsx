import '../platform/platform.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCircleCheck } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../ui/Badge.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { BrandingPanel } from '../platform/BrandingPanel.tsx';
import { LogosCard } from '../platform/LogosCard.tsx';
import { DnsRow } from '../platform/DnsRow.tsx';
import { ownFranchiseQuery } from './customers-api.ts';
import { FranchiseFrame } from './FranchiseFrame.tsx';

/** The own brand, and where it is served. */
export function OwnBrandingPage() {
  const { t } = useLingui();
  return (
    <FranchiseFrame title={t`Branding`}>
      <div className="stack wide">
        <OwnHosts />
        <BrandingPanel whose={undefined} />
        <LogosCard />
      </div>
    </FranchiseFrame>
  );
}

/** Hosts are added by the operator; the record that proves one is put into the zone by whoever runs the domain. */
function OwnHosts() {
  const { t } = useLingui();
  const own = useQuery(ownFranchiseQuery);
  if (!own.data)
    return own.isError ? (
      <ErrorState compact error={own.error} onRetry={() => void own.refetch()} />
    ) : (
      <Skeletons rows={2} />
    );
  const { hosts, sender } = own.data;
  const missing = sender.checks.filter((one) => !one.ok);
  return (
    <section className="card" aria-labelledby="own-hosts">
      <div className="card-head">
        <div className="grow">
          <h2 id="own-hosts">
            <Trans>Where it is served</Trans>
          </h2>
          <p className="dim small">
            <Trans>
              The platform’s operator adds hosts and checks them; the records go into the zone of your domain.
            </Trans>
          </p>
        </div>
      </div>
      <ul>
        {hosts.map((host) => (
          <li key={host.host} className="check-row" data-ok={host.state === 'verified'}>
            {host.state === 'verified' ? (
              <IconCircleCheck size={18} aria-hidden />
            ) : (
              <IconAlertTriangle size={18} aria-hidden />
            )}
            <div className="grow stack">
              <div className="row">
                <span className="strong break-anywhere">{host.host}</span>
                {host.state === 'verified' ? (
                  <Badge tone="good">{t`Verified`}</Badge>
                ) : (
                  <Badge tone="warn">{t`Awaiting verification`}</Badge>
                )}
              </div>
              {host.state === 'pending' && host.proof && <DnsRow record={host.proof} />}
            </div>
          </li>
        ))}
        {sender.address && missing.length > 0 && (
          <li className="check-row">
            <IconAlertTriangle size={18} aria-hidden />
            <div className="grow stack">
              <div>
                <span className="strong break-anywhere">{sender.address}</span>
                <div className="dim small">
                  <Trans>Mails come from the platform’s address until these records are there.</Trans>
                </div>
              </div>
              {missing.map((one) => one.record && <DnsRow key={one.what} record={one.record} />)}
            </div>
          </li>
        )}
      </ul>
    </section>
  );
}
