/** Shown when branding cannot be loaded (product-spec section 2): neutral, in words, and it keeps trying by itself. */
import { Trans } from '@lingui/react/macro';
import { DEFAULT_TITLE } from '@scanship/contracts/start-up';
import { useEffect } from 'react';

const RETRY_MS = 10_000;

export function Maintenance({ retrying, onRetry }: { readonly retrying: boolean; readonly onRetry: () => void }) {
  useEffect(() => {
    if (retrying) return undefined;
    const timer = setTimeout(onRetry, RETRY_MS);
    return () => clearTimeout(timer);
  }, [retrying, onRetry]);
  return (
    <main className="maintenance">
      <title>{DEFAULT_TITLE}</title>
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
        <Trans>The service is being looked after or cannot be reached. This page tries again by itself.</Trans>
      </p>
      <button type="button" className="plain-button" onClick={onRetry} disabled={retrying}>
        {retrying ? <Trans>Trying…</Trans> : <Trans>Try again now</Trans>}
      </button>
    </main>
  );
}

/** The same screen by its address (product-spec section 2): "try again" begins anew. */
export function MaintenancePage() {
  return <Maintenance retrying={false} onRetry={() => globalThis.location.assign('/')} />;
}
