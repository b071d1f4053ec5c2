/** GLS Canada through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-gls-canada/carrier';
import { samples } from '@scanship/carrier-gls-canada/harness';
import { simulator } from '@scanship/carrier-gls-canada/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
