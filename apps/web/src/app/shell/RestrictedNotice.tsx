import { Trans } from '@lingui/react/macro';
import { IconAlertTriangle } from '#icons';
import { Link } from '@tanstack/react-router';
import { useProfile } from '../profile.ts';

/** Above every page of a company that may not ship for now: why, and what ends it. */
export function RestrictedNotice() {
  const { restriction, rights } = useProfile();
  if (!restriction) return null;
  return (
    <div className="notice restricted" role="status" data-tone="warn">
      <IconAlertTriangle size={17} aria-hidden />
      <div>
        <div className="strong">
          <Trans>Shipping is stopped for your company.</Trans>
        </div>
        <div className="break-anywhere">{restriction.reason}</div>
        {restriction.untilPaid ? (
          <div>
            <Trans>Shipping resumes automatically once the open amount is paid.</Trans>{' '}
            {rights.includes('money.view') && (
              <Link to="/account/billing" className="link">
                <Trans>Billing</Trans>
              </Link>
            )}
          </div>
        ) : (
          <div>
            <Trans>Ask the company you buy from. You can look at everything, export it and pay.</Trans>
          </div>
        )}
      </div>
    </div>
  );
}
