import './form-step.css';
import { Trans } from '@lingui/react/macro';
import { IconExternalLink } from '#icons';
import type { ReactNode } from 'react';
import type { KeySource } from '@scanship/contracts/carriers/carriers';

/** A numbered part of a form that is worked through from top to bottom. */
export function FormStep({
  number,
  title,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="form-step">
      <span className="form-step-mark" aria-hidden>
        {number}
      </span>
      <div className="form-step-body">
        <h3>{title}</h3>
        {children}
      </div>
    </section>
  );
}

/** What is needed at the vendor before there are keys, and the way to where they are shown. */
export function KeySourceWords({ keys }: { readonly keys: KeySource }) {
  const host = keys.page === null ? '' : new URL(keys.page).host.replace(/^www\./, '');
  return (
    <>
      <p>{keys.before}</p>
      {keys.page !== null && (
        <p>
          <a className="link row tight" href={keys.page} target="_blank" rel="noreferrer noopener">
            <Trans>Open {host}</Trans>
            <IconExternalLink size={14} aria-hidden />
          </a>
        </p>
      )}
    </>
  );
}
