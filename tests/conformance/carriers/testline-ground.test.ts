/** TestLine Ground (TEST) through the carriers’ acceptance suite. */
import { carrier } from '@scanship/sample-testline-ground/carrier';
import { samples } from '@scanship/sample-testline-ground/harness';
import { simulator } from '@scanship/sample-testline-ground/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
