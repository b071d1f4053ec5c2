/** GLS Group through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-gls-group/carrier';
import { samples } from '@scanship/carrier-gls-group/harness';
import { simulator } from '@scanship/carrier-gls-group/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
