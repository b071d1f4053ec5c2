/** eShipper through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-eshipper/carrier';
import { samples } from '@scanship/carrier-eshipper/harness';
import { simulator } from '@scanship/carrier-eshipper/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
