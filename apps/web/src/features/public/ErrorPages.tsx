import { Trans, useLingui } from '@lingui/react/macro';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';

/** General error page (product-spec section 2, `/error`). */
export function ErrorPage() {
  const { t } = useLingui();
  return (
    <main>
      <PageHead title={t`Error`} />
      <EmptyState
        title={t`Something went wrong`}
        actions={
          <LinkButton to="/">
            <Trans>Go to the start page</Trans>
          </LinkButton>
        }
      >
        <Trans>What you were doing could not be finished. Nothing you saved is lost.</Trans>
      </EmptyState>
    </main>
  );
}
