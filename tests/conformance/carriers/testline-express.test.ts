/** TestLine Express (TEST) through the carriers’ acceptance suite. */
import { carrier } from '@scanship/sample-testline-express/carrier';
import { samples } from '@scanship/sample-testline-express/harness';
import { simulator } from '@scanship/sample-testline-express/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
