import { Trans, useLingui } from '@lingui/react/macro';
import { IconLock } from '#start-icons';
import { PageHead } from '../ui/PageHead.tsx';
import { EmptyState } from '../ui/states.tsx';

/** For a person whose role opens no page (product-spec section 2). */
export function AccessDenied() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Access denied`} />
      <EmptyState
        title={t`Your role does not open any page yet`}
        icon={<IconLock className="state-icon" size={36} stroke={1.4} aria-hidden />}
      >
        <Trans>Ask an administrator of your company to give you permissions, then sign in again.</Trans>
      </EmptyState>
    </>
  );
}
