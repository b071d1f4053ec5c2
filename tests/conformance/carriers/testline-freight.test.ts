/** TestLine Freight (TEST) through the carriers’ acceptance suite. */
import { carrier } from '@scanship/sample-testline-freight/carrier';
import { samples } from '@scanship/sample-testline-freight/harness';
import { simulator } from '@scanship/sample-testline-freight/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
