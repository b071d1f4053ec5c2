/** DHL Parcel DE through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-dhl-parcel-de/carrier';
import { samples } from '@scanship/carrier-dhl-parcel-de/harness';
import { simulator } from '@scanship/carrier-dhl-parcel-de/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
