/** What a carrier's own address service says about an address. A question; nothing is changed. */
import type { Address } from '@scanship/domain/addresses/address';

export interface AddressAnswer {
  /**
   * `confirmed`: exists as written (spelling and case aside); `corrected`: exists as the first suggestion says;
   * `ambiguous`: several may be meant; `unknown`: the carrier does not find it.
   */
  readonly verdict: 'confirmed' | 'corrected' | 'ambiguous' | 'unknown';
  /** How deep the carrier looked: some know only city and postal code. */
  readonly level: 'street' | 'city';
  /** Name, company, phone and e-mail are those of the question. Best first. */
  readonly suggestions: readonly Address[];
  /** Where the carrier tells homes from businesses. */
  readonly residential?: boolean | undefined;
  /** The carrier's remarks (apartment missing), a sentence each. */
  readonly messages: readonly string[];
}
