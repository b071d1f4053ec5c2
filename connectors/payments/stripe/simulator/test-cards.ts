/** Stripe's documented test cards (docs.stripe.com/testing) and what each does. Other numbers are refused as no test cards. */
export interface TestCard {
  readonly brand: 'visa' | 'mastercard' | 'amex';
  /** Decline when it is saved. */
  readonly saving?: Decline | undefined;
  /** Decline when it is charged. */
  readonly charging?: Decline | undefined;
  /** `always`: 3-D Secure on every payment; `unless-set-up`: off-session payments pass once it was confirmed when saved. */
  readonly secure?: 'always' | 'unless-set-up' | undefined;
  readonly refunds?: 'pending' | 'fail' | undefined;
  readonly disputed?: boolean | undefined;
}

export interface Decline {
  readonly code: string;
  readonly declineCode?: string | undefined;
  readonly message: string;
}

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});
const both = (decline: Decline): TestCard => ({ brand: 'visa', saving: decline, charging: decline });

export const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa' },
  '4000056655665556': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '378282246310005': { brand: 'amex' },
  '4000000000000002': both(declined('generic_decline')),
  '4000000000009995': both(declined('insufficient_funds', 'Your card has insufficient funds.')),
  '4000000000009987': both(declined('lost_card')),
  '4000000000009979': both(declined('stolen_card')),
  '4000000000000069': both({ code: 'expired_card', message: 'Your card has expired.' }),
  '4000000000000127': both({ code: 'incorrect_cvc', message: "Your card's security code is incorrect." }),
  '4000000000000119': both({ code: 'processing_error', message: 'An error occurred while processing your card.' }),
  /** Can be saved; every charge is declined. */
  '4000000000000341': { brand: 'visa', charging: declined('generic_decline') },
  '4000002500003155': { brand: 'visa', secure: 'unless-set-up' },
  '4000002760003184': { brand: 'visa', secure: 'always' },
  /** 3-D Secure, and declined after it. */
  '4000008260003178': {
    brand: 'visa',
    secure: 'always',
    charging: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  '4000000000000259': { brand: 'visa', disputed: true },
  '4000000000007726': { brand: 'visa', refunds: 'pending' },
  '4000000000005126': { brand: 'visa', refunds: 'fail' },
};

/** Payment methods by name, for calls without a browser. */
export const TEST_METHODS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_createDispute: '4000000000000259',
};

/** Luhn's check (ISO/IEC 7812-1), which the field does before anything is sent. */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false;
  const total = [...digits]
    .toReversed()
    .map(Number)
    .reduce((sum, digit, index) => {
      if (index % 2 === 0) return sum + digit;
      const twice = digit * 2;
      return sum + (twice > 9 ? twice - 9 : twice);
    }, 0);
  return total % 10 === 0;
}
