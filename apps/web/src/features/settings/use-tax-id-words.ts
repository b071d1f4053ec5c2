/** Kinds of tax numbers in words: what they are called, and which parcels they go with. */
import { useLingui } from '@lingui/react/macro';
import type { TaxIdKind } from '@scanship/domain/taxes/tax-id-kinds';

type Words = Readonly<Record<TaxIdKind, string>>;

export function useTaxIdWords(): { readonly names: Words; readonly uses: Words } {
  const { t } = useLingui();
  return {
    names: {
      EORI: 'EORI',
      IOSS: 'IOSS',
      VAT: t`VAT`,
      GST: t`GST/HST`,
      BN: t`Business number (BN)`,
      EIN: 'EIN',
      VOEC: 'VOEC',
    },
    uses: {
      EORI: t`Identifies you to customs in the European Union or the United Kingdom. Sent with parcels that enter or leave there.`,
      IOSS: t`You collect the VAT of sales to the European Union yourself. Sent with sales worth up to €150.`,
      VAT: t`Sent with parcels that enter or leave the country that issued it.`,
      GST: t`Sent with parcels that enter or leave the country that issued it, and inside India.`,
      BN: t`The number of a Canadian business, best with its import-export account (RM). Sent with parcels that enter or leave Canada.`,
      EIN: t`The number of a business in the United States. Sent with parcels that enter or leave there.`,
      VOEC: t`You collect the VAT of sales to Norway yourself. Sent with sales of which no unit costs NOK 3,000 or more.`,
    },
  };
}
