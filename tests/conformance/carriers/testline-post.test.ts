/** TestLine Post (TEST) through the carriers’ acceptance suite. */
import { carrier } from '@scanship/sample-testline-post/carrier';
import { samples } from '@scanship/sample-testline-post/harness';
import { simulator } from '@scanship/sample-testline-post/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
