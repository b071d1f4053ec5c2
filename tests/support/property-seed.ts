/**
 * Properties ask the same values in every `npm test`, so that what fails there was broken by the change at hand and fails again. New
 * values are asked by `npm run verify -- properties`, which says its seed; PROPERTY_SEED asks them once more.
 */
import process from 'node:process';
import { configureGlobal } from 'fast-check';

const USUAL_SEED = 20_261_129;

configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? USUAL_SEED) });
