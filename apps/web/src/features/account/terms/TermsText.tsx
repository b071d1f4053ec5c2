import './terms.css';
import { Trans } from '@lingui/react/macro';
import type { ShownTerms } from '@scanship/contracts/access/terms';
import { PlainText } from '../../../ui/PlainText.tsx';

/** The words of a version, or the link to them. */
export function TermsText({ terms: { text, link, language } }: { readonly terms: ShownTerms }) {
  return (
    <div className="stack" lang={language}>
      {text !== '' && (
        // A region that scrolls must take the focus, or the keyboard cannot scroll it (WCAG 2.1.1).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="terms-text" tabIndex={0}>
          <PlainText text={text} />
        </div>
      )}
      {link !== '' && (
        <a className="link break-anywhere" href={link} target="_blank" rel="noopener noreferrer">
          {text === '' ? <Trans>Read the terms</Trans> : link}
        </a>
      )}
    </div>
  );
}
