/** Freightcom through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-freightcom/carrier';
import { samples } from '@scanship/carrier-freightcom/harness';
import { simulator } from '@scanship/carrier-freightcom/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
