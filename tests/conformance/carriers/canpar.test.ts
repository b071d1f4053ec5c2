/** Canpar Express through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-canpar/carrier';
import { samples } from '@scanship/carrier-canpar/harness';
import { simulator } from '@scanship/carrier-canpar/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
