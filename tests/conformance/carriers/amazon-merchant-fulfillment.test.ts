/** Amazon Merchant Fulfillment through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-amazon-merchant-fulfillment/carrier';
import { samples } from '@scanship/carrier-amazon-merchant-fulfillment/harness';
import { simulator } from '@scanship/carrier-amazon-merchant-fulfillment/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
