/** Every second carrier connector; the others are in `other-carriers.test.ts`. */
import { carrierCases } from './carrier-cases.ts';

await carrierCases((place) => place % 2 === 0);
