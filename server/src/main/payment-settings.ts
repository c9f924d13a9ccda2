import { z } from 'zod';
import type { StripeSettings } from '../ports/payments/stripe/stripe.ts';
import { optional, secret } from './setting-kinds.ts';

/** The settings of payments, part of the settings of the product. */
export const paymentSettings = {
  PAYMENTS: z
    .enum(['sandbox', 'stripe'])
    .optional()
    .describe('Who takes payments: sandbox (default; no money moves) or stripe, which needs the seven settings below.'),
  STRIPE_SECRET_KEY: secret(optional.describe('Secret key of Stripe.')),
  STRIPE_WEBHOOK_SECRET: secret(optional.describe('Signing secret of the webhook PUBLIC_URL/api/stripe/webhook.')),
  STRIPE_PUBLISHABLE_KEY: optional.describe('Publishable key of Stripe, for the card form.'),
  STRIPE_PRICE_EXECUTIVE: optional.describe('Price id of the Executive plan.'),
  STRIPE_PRODUCT_EXECUTIVE: optional.describe('Product id of the Executive plan.'),
  STRIPE_PRICE_PROFESSIONAL: optional.describe('Price id of the Professional plan.'),
  STRIPE_PRODUCT_PROFESSIONAL: optional.describe('Product id of the Professional plan.'),
  PAYMENT_GRACE_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60)
    .default(7)
    .describe('Days for which a plan goes on whose renewal was not paid, while the card is tried again.'),
} as const;

const Settings = z.object(paymentSettings);
type Set = z.output<typeof Settings>;
type StripeName = Extract<keyof Set, `STRIPE_${string}`>;

export type PaymentConfig = { kind: 'sandbox' } | ({ kind: 'stripe' } & StripeSettings);

/** Stripe with all of its settings or none of them: half of them is a mistake, and never means the sandbox. */
export function readPayments(set: Set, refuse: (line: string) => never): PaymentConfig {
  const wanted = (name: StripeName): string => {
    const value = set[name];
    return value ?? refuse(`${name}: is missing; PAYMENTS=stripe needs it.`);
  };
  if (set.PAYMENTS === 'stripe')
    return {
      kind: 'stripe',
      secretKey: wanted('STRIPE_SECRET_KEY'),
      webhookSecret: wanted('STRIPE_WEBHOOK_SECRET'),
      publishableKey: wanted('STRIPE_PUBLISHABLE_KEY'),
      plans: {
        executive: { priceId: wanted('STRIPE_PRICE_EXECUTIVE'), productId: wanted('STRIPE_PRODUCT_EXECUTIVE') },
        professional: {
          priceId: wanted('STRIPE_PRICE_PROFESSIONAL'),
          productId: wanted('STRIPE_PRODUCT_PROFESSIONAL'),
        },
      },
    };
  const stray = Object.keys(set).find((name) => name.startsWith('STRIPE_') && set[name as StripeName] !== undefined);
  if (stray && set.PAYMENTS === undefined)
    refuse(`PAYMENTS: is missing although ${stray} is set; say stripe or sandbox.`);
  return { kind: 'sandbox' };
}
