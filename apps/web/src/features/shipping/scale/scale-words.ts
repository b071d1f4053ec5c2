/** Why the scale gave no weight, and what to do about it. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ScaleRefusal } from './scale.ts';

export const SCALE_WORDS: Readonly<Record<ScaleRefusal, MessageDescriptor>> = {
  motion: msg`The scale is not stable. Let go of the parcel, wait a moment and read the scale again.`,
  empty: msg`Nothing is on the scale. Put the parcel on it and read it again.`,
  underZero: msg`The scale shows less than zero. Empty it, set it to zero, put the parcel back and read it again.`,
  overLimit: msg`The parcel is too heavy for this scale. Use a larger scale, or type the weight.`,
  calibration: msg`The scale is not calibrated. Calibrate it as its manual says, or type the weight.`,
  rezero: msg`The scale must be set to zero. Empty it, set it to zero, put the parcel back and read it again.`,
  unit: msg`The scale is set to a unit that is not used here. Set it to grams, kilograms, ounces or pounds.`,
  fault: msg`The scale reports a fault. Switch it off and on, then read it again, or type the weight.`,
  unreadable: msg`What the scale sent is not a weight. Switch it off and on, then read it again, or type the weight.`,
  silent: msg`The scale does not answer. Check that it is switched on and plugged in, then read it again.`,
  notChosen: msg`No scale was chosen. Read the scale again and choose it in the list of the browser.`,
  notOpened: msg`The scale cannot be opened. Close other programs that use it, plug it in again and read it again.`,
  notAllowed: msg`The browser does not let this page use a scale. Allow it in the settings of the site, or type the weight.`,
  unsupported: msg`This browser cannot read a scale. Use Chrome or Edge on a computer, or type the weight.`,
};
