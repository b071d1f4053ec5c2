/** Shown when branding cannot be loaded (product-spec section 2): neutral, in words, and it keeps trying by itself. */
import { Trans, useLingui } from '@lingui/react/macro';
import { DEFAULT_TITLE } from '@scanship/contracts/network/start-up';
import { type ReactNode, useEffect } from 'react';
import { DocumentTitle } from '../ui/DocumentTitle.tsx';
import { PageHead } from '../ui/PageHead.tsx';

const RETRY_MS = 10_000;

interface Props {
  readonly retrying: boolean;
  readonly onRetry: () => void;
  /** Of the document; without a brand there is only the built-in title. */
  readonly head?: ReactNode;
}
export function Maintenance({ retrying, onRetry, head = <DocumentTitle text={DEFAULT_TITLE} /> }: Props) {
  useEffect(() => {
    if (retrying) return undefined;
    const timer = setTimeout(onRetry, RETRY_MS);
    return () => clearTimeout(timer);
  }, [retrying, onRetry]);
  return (
    <main className="maintenance">
      {head}
      <svg
        viewBox="0 0 64 64"
        width="64"
        height="64"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      >
        <path d="M32 8 54 20v24L32 56 10 44V20z" strokeLinejoin="round" />
        <path d="M10 20l22 12 22-12M32 32v24M21 14l22 12v9" strokeLinejoin="round" />
      </svg>
      <h1>
        <Trans>We will be right back</Trans>
      </h1>
      <p>
        <Trans>The service is being looked after or cannot be reached. This page tries again automatically.</Trans>
      </p>
      <button type="button" className="plain-button" onClick={onRetry} disabled={retrying}>
        {retrying ? <Trans>Trying…</Trans> : <Trans>Try again now</Trans>}
      </button>
    </main>
  );
}

/** The same screen by its address (product-spec section 2): "try again" begins anew. */
export function MaintenancePage() {
  const { t } = useLingui();
  const head = <PageHead title={t`Maintenance`} />;
  return <Maintenance retrying={false} onRetry={() => globalThis.location.assign('/')} head={head} />;
}
