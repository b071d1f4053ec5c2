/** What tells one of Walmart's markets from another. */
import type { StoreManifest } from '@scanship/connector-kit/store/store';

export interface Market {
  readonly manifest: StoreManifest;
  readonly currency: string;
  /** Sent with every call beside those all markets take. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of the market's list of carriers by our slug; any other carrier goes by its own name, with a link. */
  readonly carriers: Readonly<Record<string, string>>;
}
