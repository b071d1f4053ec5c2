/** USPS through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-usps/carrier';
import { samples } from '@scanship/carrier-usps/harness';
import { simulator } from '@scanship/carrier-usps/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
