/** Whose tracking number a text looks like, or that its check digit is wrong; nothing for anything else. */
import { Trans } from '@lingui/react/macro';
import { recogniseTrackingNumber } from '@scanship/domain/tracking/recognise-tracking-number';

/** Shorter texts are the beginning of a number at best. */
const SHORTEST = 9;

export default function NumberHint({ text }: { readonly text: string }) {
  if (text.replace(/\s/g, '').length < SHORTEST) return null;
  const { guesses, slips } = recogniseTrackingNumber(text);
  const names = (list: readonly { readonly carrierName: string }[]) =>
    [...new Set(list.map(({ carrierName }) => carrierName))].slice(0, 3).join(', ');
  if (guesses.length > 0)
    return (
      <span className="dim small" role="status" data-testid="number-hint">
        {guesses.length === 1 && guesses[0]?.checked ? (
          <Trans>A {names(guesses)} number; its check digit is right.</Trans>
        ) : (
          <Trans>Has the form of a number of {names(guesses)}.</Trans>
        )}
      </span>
    );
  if (slips.length === 0) return null;
  return (
    <span className="small" role="status" data-testid="number-hint" data-tone="warn">
      <Trans>Has the form of a number of {names(slips)}, but its check digit is wrong. Is it mistyped?</Trans>
    </span>
  );
}
