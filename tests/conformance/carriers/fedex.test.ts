/** FedEx through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-fedex/carrier';
import { samples } from '@scanship/carrier-fedex/harness';
import { simulator } from '@scanship/carrier-fedex/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
