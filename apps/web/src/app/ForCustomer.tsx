import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isSupport, useProfile } from './profile.ts';

interface Props {
  /** What changes something that the table of acting keeps from support (`@scanship/contracts/access/acting-table`). */
  readonly children: ReactNode;
  /** Where nothing else on the page would say why it is missing. */
  readonly say?: boolean;
}
/** Support looks; what the server would refuse it is not offered. */
export function ForCustomer({ children, say = false }: Props) {
  if (!isSupport(useProfile())) return children;
  return say ? (
    <p className="dim">
      <Trans>This is for the customer or the franchise to do, not for support.</Trans>
    </p>
  ) : null;
}
