/** Easyship through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-easyship/carrier';
import { samples } from '@scanship/carrier-easyship/harness';
import { simulator } from '@scanship/carrier-easyship/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
