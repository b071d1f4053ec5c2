/** UniUni through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-uniuni/carrier';
import { samples } from '@scanship/carrier-uniuni/harness';
import { simulator } from '@scanship/carrier-uniuni/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
