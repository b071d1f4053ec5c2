import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { outboxExistsQuery } from './outbox-api.ts';

/** Where no mail leaves this installation, the way to those it kept; nothing anywhere else. */
export function OutboxLink() {
  const { data } = useQuery(outboxExistsQuery);
  if (!data) return null;
  return (
    <Link className="link" to="/mail/outbox" target="_blank">
      <Trans>Demo: open the outbox</Trans>
    </Link>
  );
}
