/** Asendia through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-asendia/carrier';
import { samples } from '@scanship/carrier-asendia/harness';
import { simulator } from '@scanship/carrier-asendia/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
