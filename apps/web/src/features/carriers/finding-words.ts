import type { LabelFindingKind } from '@scanship/contracts/carriers/label-reconciliation';
import { useLingui } from '@lingui/react/macro';

/** What is the matter with a label, and what its account's owner does about it. */
export function useFindingWords(): Readonly<
  Record<LabelFindingKind, { readonly what: string; readonly todo: string }>
> {
  const { t } = useLingui();
  const voidThere = t`Void it on the carrier’s website if nobody needs it.`;
  return {
    'unknown-here': { what: t`Not known here`, todo: voidThere },
    twice: { what: t`A second label for the same order`, todo: voidThere },
    'given-up-here': { what: t`Given up here, paid at the carrier`, todo: voidThere },
    'voided-here': { what: t`Voided here, good at the carrier`, todo: t`Ask the carrier whether it is refunded.` },
    'voided-there': {
      what: t`Good here, voided at the carrier`,
      todo: t`It cannot be used. Void it here too, so that it is refunded.`,
    },
    'unknown-there': { what: t`Good here, not listed by the carrier`, todo: t`Ask the carrier before it is used.` },
  };
}
