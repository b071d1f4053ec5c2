/** Canada Post through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-canada-post/carrier';
import { samples } from '@scanship/carrier-canada-post/harness';
import { simulator } from '@scanship/carrier-canada-post/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
