/** UPS through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-ups/carrier';
import { samples } from '@scanship/carrier-ups/harness';
import { simulator } from '@scanship/carrier-ups/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
