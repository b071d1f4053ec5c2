import { Trans } from '@lingui/react/macro';
import type { BillEvidence } from '@scanship/contracts/carriers/carrier-bills';
import { useFormat } from '../../../app/use-format.ts';

/** What shows that the carrier is right, or is not: measured beside declared, and its own words. */
export function Evidence({ evidence }: { readonly evidence: BillEvidence }) {
  const format = useFormat();
  const size = (sides: readonly number[]): string => sides.map((mm) => format.length(mm)).join(' × ');
  const { declaredGrams, billedGrams, declaredSize, measuredSize, charges, links } = evidence;
  const heavier = declaredGrams !== null && billedGrams !== null && billedGrams > declaredGrams;
  return (
    <div className="dim small" data-testid="evidence">
      {charges.length > 0 && <div>{charges.join(', ')}</div>}
      {heavier && (
        <div>
          <Trans>
            Declared {format.weight(declaredGrams)}, billed {format.weight(billedGrams)}
          </Trans>
        </div>
      )}
      {declaredSize && measuredSize && (
        <div>
          <Trans>
            Declared {size(declaredSize)}, measured {size(measuredSize)}
          </Trans>
        </div>
      )}
      {evidence.invoiceNumber !== '' && (
        <div>
          <Trans>Invoice {evidence.invoiceNumber}</Trans>
          {evidence.invoiceDate && `, ${format.day(evidence.invoiceDate)}`}
        </div>
      )}
      {links.map((link) => (
        <div key={link}>
          <a href={link} target="_blank" rel="noreferrer noopener">
            <Trans>The carrier’s picture or document</Trans>
          </a>
        </div>
      ))}
    </div>
  );
}
